import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bundledIndex, bundledVectors } from '../../language/src/vectors/bundled.ts';
import { Table } from '../../language/src/vectors/table.ts';
import { UnitIndex } from '../../language/src/vectors/unit-index.ts';
import { maxCachedBytes, Units } from '../../language/src/vectors/units.ts';
import { staticEmbedder } from '../src/static/static-embedder.ts';

interface Golden {
  revision: string;
  dimensions: number;
  cases: { text: string; units: number[]; norm: number; first: number[] }[];
}

const golden = JSON.parse(
  readFileSync(new URL('./golden.json', import.meta.url), 'utf8'),
) as Golden;
const tablePath = new URL('../../language/model/static.bin', import.meta.url);
const embedder = staticEmbedder({ path: tablePath });

describe('the bundled table', () => {
  const table = Table.read(tablePath);

  it('has the revision from which the golden vectors were made', () => {
    expect(table.header).toMatchObject({
      revision: golden.revision,
      dimensions: golden.dimensions,
    });
  });

  it('returns the rows of the reference reader for every golden text', () => {
    for (const { text, units } of golden.cases)
      expect([text, table.rows(text)]).toEqual([text, units]);
  });

  it('has an up-to-date index, which gives the same rows as the table', () => {
    expect(table.indexBytes().equals(readFileSync(bundledIndex))).toBe(true);
    for (const { text, units } of golden.cases)
      expect([text, bundledVectors().rows(text)]).toEqual([text, units]);
  });

  it('rebuilds the index if the index file belongs to another table', () => {
    const index = join(mkdtempSync(join(tmpdir(), 'mneme-index-')), 'other.index');
    writeFileSync(index, Buffer.concat([Buffer.from('0'.repeat(16)), Buffer.alloc(64)]));
    const { text, units } = golden.cases[1] as Golden['cases'][0];
    expect(Table.read(tablePath, { index: pathToFileURL(index) }).rows(text)).toEqual(units);
  });

  it('returns the vectors of the reference reader for every golden text', () => {
    for (const { text, first, norm } of golden.cases) {
      const vector = table.encode(text);
      for (const [index, value] of first.entries()) expect(vector[index]).toBeCloseTo(value, 4);
      expect(Math.hypot(...vector)).toBeCloseTo(norm === 0 ? 0 : 1, 5);
    }
  });

  it.each([
    ['truncated', readFileSync(tablePath).subarray(0, 1000)],
    ['of another kind', 'something else entirely'],
  ])('refuses a file that is %s', (_, bytes) => {
    const path = join(mkdtempSync(join(tmpdir(), 'mneme-table-')), 'table.bin');
    writeFileSync(path, bytes);
    expect(() => Table.read(path)).toThrow(/not a static embedding table/);
  });
});

describe('the static embedder', () => {
  it('gives each text the vector of its table', async () => {
    const texts = golden.cases.map(({ text }) => text);
    const table = Table.read(tablePath);
    const vectors = await embedder.embed(texts, { kind: 'passage' });
    expect(vectors).toEqual(texts.map((text) => table.encode(text)));
  });

  it('returns its identity without embedding anything', async () => {
    await expect(embedder.identity()).resolves.toMatchObject({
      dimensions: golden.dimensions,
      pooling: 'weighted-mean',
    });
  });
});

describe('the word cache', () => {
  it('has a bounded size in bytes, for any texts', () => {
    const units = new Units(UnitIndex.of(['a', '##a', 'b', '##b'].join('\n')));
    for (let text = 0; text < 20; text++) {
      const words = Array.from({ length: 400 }, (_, index) =>
        ((text * 400 + index) * 2_654_435_761).toString(2).padStart(60, '0'),
      );
      units.rows(words.join(' ').replaceAll('0', 'a').replaceAll('1', 'b'));
      expect(units.cachedBytes).toBeLessThanOrEqual(maxCachedBytes);
    }
    const before = units.cachedBytes;
    units.rows('a'.repeat(5000));
    expect(units.cachedBytes).toBe(before);
  });
});
