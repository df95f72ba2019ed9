import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Every export of a package needs a docstring. The check reads the sources and relies on the formatter: a
 * declaration begins its line, and its docstring ends on the line above.
 */
const packagesFolder = new URL('../packages/', import.meta.url).pathname;

interface Export {
  name: string;
  file: string;
}

const declaration =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:class|const|function\*?|interface|type|let) (\w+)/gm;
const listed = /^export (?:type )?\{([^}]*)\}(?: from '(\.[^']+)')?;/gm;
const starred = /^export (?:type )?\* from '(\.[^']+)';/gm;

/** The exports of a file, each with the file that declares it. Exports of other packages are left out. */
function exportsOf(file: string): Export[] {
  const text = readFileSync(file, 'utf8');
  const found: Export[] = [...text.matchAll(declaration)].map(([, name]) => ({
    name: name!,
    file,
  }));
  for (const [, target] of text.matchAll(starred)) {
    found.push(...exportsOf(join(dirname(file), target!)));
  }
  for (const [, names, target] of text.matchAll(listed)) {
    const wanted = names!
      .split(',')
      .map((entry) => entry.trim().replace(/^type /, ''))
      .filter((entry) => entry !== '')
      .map((entry) => entry.split(' as ')[0]!);
    if (target === undefined) continue;
    const there = exportsOf(join(dirname(file), target));
    found.push(...wanted.flatMap((name) => there.filter((entry) => entry.name === name)));
  }
  return found;
}

function isDocumented({ name, file }: Export): boolean {
  const lines = readFileSync(file, 'utf8').split('\n');
  const places = lines.flatMap((line, index) =>
    [...line.matchAll(declaration)].some(([, declared]) => declared === name) ? [index] : [],
  );
  return places.some((place) => lines[place - 1]?.endsWith('*/'));
}

function entriesOf(name: string): string[] {
  const text = readFileSync(join(packagesFolder, name, 'package.json'), 'utf8');
  const { exports } = JSON.parse(text) as { exports: Record<string, string | { default: string }> };
  return Object.values(exports)
    .map((entry) => (typeof entry === 'string' ? entry : entry.default))
    .filter((entry) => entry.endsWith('.ts'))
    .map((entry) => join(packagesFolder, name, entry));
}

describe('docstrings', () => {
  it.each(readdirSync(packagesFolder))('cover every export of %s', (name) => {
    const all = entriesOf(name).flatMap(exportsOf);
    expect(all).not.toEqual([]);
    const missing = all
      .filter((entry) => !isDocumented(entry))
      .map((entry) => `${entry.file.slice(packagesFolder.length)}: ${entry.name}`);
    expect([...new Set(missing)]).toEqual([]);
  });
});
