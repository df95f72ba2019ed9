#!/usr/bin/env node
/**
 * The table of options of createMemory in docs/options.md, made of the comments of `MemoryOptions`:
 *   node tools/options-table.mjs          # writes the page
 */
import { readFileSync, writeFileSync } from 'node:fs';

const source = new URL('../packages/core/src/memory/memory-options.ts', import.meta.url);
const page = new URL('../docs/options.md', import.meta.url);

export function optionsTable() {
  const text = readFileSync(source, 'utf8');
  const from = text.indexOf('export interface MemoryOptions');
  const body = text.slice(from, text.indexOf('\n}', from));
  const rows = [...body.matchAll(/\/\*\*([\s\S]*?)\*\/\s*(\w+)(\??): ([^;]+);/g)].map(
    ([, comment = '', name, optional, type = '']) => {
      const words = comment
        .replaceAll(/\n\s*\*/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim();
      const shown = type.replaceAll('|', '\\|');
      return `| \`${name}\`${optional === '?' ? '' : ' (needed)'} | \`${shown}\` | ${words.replaceAll('|', '\\|')} |`;
    },
  );
  return ['| option | type | meaning and default |', '| --- | --- | --- |', ...rows].join('\n');
}

if (import.meta.filename === process.argv[1]) {
  const before = readFileSync(page, 'utf8');
  const head = before.slice(0, before.indexOf('| option |'));
  const tail = before.slice(before.lastIndexOf('|\n') + 2);
  writeFileSync(page, `${head}${optionsTable()}\n${tail}`);
}
