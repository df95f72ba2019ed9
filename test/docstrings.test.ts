import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { declaration, type Export, entriesOf, exportsOf, packagesFolder } from './exports-of.ts';

/**
 * Every export of a package needs a docstring. The check reads the sources and relies on the formatter: a
 * declaration begins its line, and its docstring ends on the line above.
 */
function isDocumented({ name, file }: Export): boolean {
  const lines = readFileSync(file, 'utf8').split('\n');
  const places = lines.flatMap((line, index) =>
    [...line.matchAll(declaration)].some(([, declared]) => declared === name) ? [index] : [],
  );
  return places.some((place) => lines[place - 1]?.endsWith('*/'));
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

describe('names that a user imports', () => {
  it.each([
    ['a program', 'core/src/index.ts', 120],
    ['an author of a store, for errors and reports', 'core/src/contract.ts', 40],
    ['an author of a store, for rows and indexes', 'store/src/rows/index.ts', 40],
  ])('as %s are in %s, at most %i', (_who, entry, most) => {
    const names = exportsOf(join(packagesFolder, entry)).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(20);
    expect(names.length, names.join(' ')).toBeLessThanOrEqual(most);
  });
});
