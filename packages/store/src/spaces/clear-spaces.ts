import type { RecordGround } from '../records/ground.ts';
import type { Cell, RangeQuestion, Row, Rows } from '../rows/rows.ts';
import { type Meta, metaIn, metaQuestion, type Space } from '../scopes/meta.ts';
import { nameOf, vectorsOf } from './vectors.ts';

/** Rows of one read. */
const readRows = 5000;

export async function countVectors(rows: Rows, space: Space): Promise<number> {
  let count = 0;
  for await (const page of pagesOf(rows, ofSpace(space.number))) count += page.length;
  return count;
}

/** Removes the vectors that a change of the embedder has left behind, and the marks of texts that have a new one. */
export async function clearSpaces({ rows }: RecordGround): Promise<void> {
  const [known] = await rows.read(undefined, [metaQuestion]);
  const meta = metaIn(known);
  for (const space of retired(meta))
    for await (const page of pagesOf(rows, ofSpace(space))) {
      const vectors = page.map(({ scope, number }) => [scope, space, number] as Cell[]);
      await rows.write(undefined, { remove: { vectors } });
    }
  const { current, next } = meta;
  if (current === undefined || next !== undefined) return;
  await unmark(rows, current, { table: 'records', key: 'id' });
  await unmark(rows, current, { table: 'chunks', key: 'number' });
}

function retired({ current, next, lastSpace }: Meta): number[] {
  const all = Array.from({ length: lastSpace }, (_, at) => at + 1);
  return all.filter((space) => space !== current?.number && space !== next?.number);
}

const ofSpace = (space: number) => ({
  ...{ table: 'vectors', index: 'by_space', is: [space], columns: ['scope', 'number'] },
});

/** Texts that another writer changes meanwhile keep their marks, which only costs time. */
async function unmark(
  rows: Rows,
  space: Space,
  { table, key }: { table: string; key: string },
): Promise<void> {
  const columns = [...new Set(['scope', 'number', 'changed', key])];
  for await (const page of pagesOf(rows, { table, index: 'by_pending', is: [1], columns })) {
    const [vectors = []] = await rows.read(undefined, [vectorsOf(page, space)]);
    const known = new Set(vectors.map(nameOf));
    const marked = page
      .filter((row) => known.has(nameOf(row)))
      .map((row) => ({ table, key: [row.scope as Cell, row[key] as Cell], changed: row.changed }));
    await rows.write(undefined, {
      expect: marked.map(({ changed, ...row }) => ({ ...row, column: 'changed', value: changed })),
      patch: marked.map(({ table, key }) => ({ table, key, set: { pending: null } })),
    });
  }
}

/** Rows of an index of all scopes, by scope and number. */
async function* pagesOf(rows: Rows, of: RangeQuestion): AsyncGenerator<Row[]> {
  let after: Cell[] | undefined;
  for (let isLast = false; !isLast; ) {
    const [page = []] = await rows.read(undefined, [
      { ...of, limit: readRows, ...(after && { after }) },
    ]);
    const last = page.at(-1);
    after = [last?.scope ?? null, last?.number ?? null];
    isLast = page.length < readRows;
    yield page;
  }
}
