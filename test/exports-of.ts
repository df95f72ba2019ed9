import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of all packages. */
export const packagesFolder = new URL('../packages/', import.meta.url).pathname;

/** A name that an entry exports, with the file that declares it. */
export interface Export {
  name: string;
  file: string;
}

/** A declaration begins its line, as the formatter writes it. */
export const declaration =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:class|const|function\*?|interface|type|let) (\w+)/gm;
const listed = /^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?;/gm;
const starred = /^export (?:type )?\* from '([^']+)';/gm;

/** The exports of a file. Those that come from libraries are left out. */
export function exportsOf(file: string): Export[] {
  const text = readFileSync(file, 'utf8');
  const found: Export[] = [...text.matchAll(declaration)].map(([, name]) => ({
    name: name!,
    file,
  }));
  for (const [, target] of text.matchAll(starred)) found.push(...exportsAt(file, target!));
  for (const [, names, target] of text.matchAll(listed)) {
    if (target === undefined) continue;
    const there = exportsAt(file, target);
    for (const entry of names!.split(',')) {
      const name = entry
        .trim()
        .replace(/^type /, '')
        .split(' as ')[0]!;
      found.push(...there.filter((each) => each.name === name));
    }
  }
  return [...new Map(found.map((each) => [each.name, each])).values()];
}

/** Of what a file imports by `target`. */
function exportsAt(file: string, target: string): Export[] {
  if (target.startsWith('.')) return exportsOf(join(dirname(file), target));
  const [, name, entry = ''] = /^@mneme\/([\w-]+)(\/.+)?$/.exec(target) ?? [];
  const source = name === undefined ? undefined : manifestOf(name).exports[`.${entry}`];
  return typeof source === 'string' ? exportsOf(join(packagesFolder, name!, source)) : [];
}

/** The files of a package's entries. */
export function entriesOf(folder: string): string[] {
  return Object.values(manifestOf(folder).exports)
    .map((entry) => (typeof entry === 'string' ? entry : entry.default))
    .filter((entry) => entry.endsWith('.ts'))
    .map((entry) => join(packagesFolder, folder, entry));
}

function manifestOf(folder: string): { exports: Record<string, string | { default: string }> } {
  return JSON.parse(readFileSync(join(packagesFolder, folder, 'package.json'), 'utf8'));
}
