import type { DocumentVersion, StoreFault } from '@mneme/core/backend';
import type { ReadableRows } from '../checksums/readable-rows.ts';
import { hashedFacets } from '../index/facets.ts';
import { toRecord } from '../records/record-row.ts';
import type { Batch, Cell, Row } from '../rows/rows.ts';
import type { Meta, Space } from '../scopes/meta.ts';

/** What a part of the check of one scope looks at. */
export interface CheckPlace {
  rows: ReadableRows;
  meta: Meta;
  /** The row of the scope. */
  state: Row;
  scope: string;
  /** Key behind the scope of the last row before, empty at the beginning. */
  after: readonly Cell[];
  limit: number;
}

/** What is wrong in a scope. `change`: what mends it without loss, before the scope is counted anew. */
export interface ScopeFault extends Omit<StoreFault, 'scope'> {
  change?: Pick<Batch, 'remove' | 'put'>;
}

/** A part of the check of one scope. `after`: where the next one goes on; absent: it is finished. */
export interface CheckedPart {
  faults: ScopeFault[];
  checked: number;
  after?: Cell[] | undefined;
}

interface TableCheck {
  /** What is not what was written if a row is damaged. Absent: `faultsOf` tells it. */
  what?: string;
  /** Rows that are read at once. */
  most?: number;
  /** What is wrong with the other rows of a page. */
  faultsOf?(page: readonly Row[], place: CheckPlace): Promise<(row: Row) => ScopeFault[]>;
}

/** Checks of tables, by their names. What rests on something is mended after it. */
const tableChecks: Readonly<Record<string, TableCheck>> = {
  records: {
    what: 'the memory',
    async faultsOf(page, place) {
      const { rows, scope, meta, state } = place;
      const numbers = page.map(({ number }) => number as number);
      const spaces = spacesOf(place);
      const [facets, ...vectors] = await rows.unchecked.read(scope, [
        { table: 'facets', any: numbers.map((number) => [scope, number]) },
        ...spaces.map((space) => ({
          table: 'vectors',
          any: numbers.map((number) => [scope, space.number, number]),
        })),
      ]);
      const facetsOf = byCells(facets, 'number');
      const vectorsOf = byCells(vectors.flat(), 'space', 'number');
      return (row) => {
        const number = row.number as number;
        const faults: ScopeFault[] = [];
        const add = (fault: Omit<ScopeFault, 'id'>) =>
          faults.push({ ...fault, id: row.id as string });
        if (number >= (state.next_number as number))
          add({
            kind: 'counts',
            problem: 'the memory has a number that is not given out yet',
            mend: 'store',
          });
        const wanted = row.kind === null ? [] : hashedFacets(toRecord(row));
        const stored = new Set(facetsOf.get(cellsKey([number]))?.map(({ facet }) => facet));
        if (stored.size !== wanted.length || !wanted.every((facet) => stored.has(facet)))
          add({
            kind: 'facets',
            problem: 'the tags or fields of the memory do not lead to it',
            mend: 'store',
            change: {
              remove: { facets: [[scope, number]] },
              put: { facets: wanted.map((facet) => ({ scope, number, facet })) },
            },
          });
        for (const space of row.kind === null ? [] : spaces) {
          const [vector] = vectorsOf.get(cellsKey([space.number, number])) ?? [];
          // A change of the embedder makes the others one after the other.
          if (vector === undefined && space !== meta.current) continue;
          if (vector !== undefined && isVector(vector, space, place)) continue;
          const problem =
            vector === undefined
              ? 'the memory has no vector'
              : 'the vector of the memory is not what was written';
          add({ kind: 'vector', problem, mend: 'rewrite' });
        }
        return faults;
      };
    },
  },
  facets: {
    async faultsOf(page, place) {
      const owners = await ownersOf(page, place, ['records']);
      const problem = 'a tag or field leads to a memory that does not have it';
      // All facets of a number go, also one that cannot be opened.
      return ({ scope, number }) =>
        owners.has(number)
          ? []
          : [removed('facets', { kind: 'facets', problem, key: [scope as Cell, number as Cell] })];
    },
  },
  stores: { what: 'the document store' },
  documents: {
    what: 'the document',
    async faultsOf(page, { rows, scope }) {
      const [versions] = await rows.unchecked.read(scope, [
        {
          table: 'versions',
          any: page.map((row) => [scope, row.store as Cell, row.version_id as Cell]),
          columns: ['store', 'id', 'version'],
        },
      ]);
      const known = byCells(versions, 'store', 'id');
      return (row) => {
        const [version] = known.get(cellsKey([row.store as Cell, row.version_id as Cell])) ?? [];
        return isOf(version, row) ? [] : [damagedRow('the document', row)];
      };
    },
  },
  // Each has a whole content.
  versions: { what: 'the version', most: 100 },
  chunks: {
    what: 'a passage of a document',
    async faultsOf(page, { rows, scope }) {
      const [documents] = await rows.unchecked.read(scope, [
        {
          table: 'documents',
          any: page.map((row) => [scope, row.store as Cell, row.document as Cell]),
          columns: ['store', 'id'],
        },
      ]);
      const known = byCells(documents, 'store', 'id');
      const problem = 'there is a passage of a document that is not there';
      return (row) =>
        known.has(cellsKey([row.store as Cell, row.document as Cell]))
          ? []
          : [removed('chunks', { kind: 'orphan', problem, key: rows.sums.keyOf('chunks', row) })];
    },
  },
  vectors: {
    async faultsOf(page, place) {
      const owners = await ownersOf(page, place, ['records', 'chunks']);
      const problem = 'there is a vector of something that is not there';
      const passage = 'the vector of a passage of a document is not what was written';
      return (row) => {
        const owner = owners.get(row.number);
        const key = place.rows.sums.keyOf('vectors', row);
        if (owner === undefined) return [removed('vectors', { kind: 'orphan', problem, key })];
        const space = spacesOf(place).find(({ number }) => number === row.space);
        const isFine = owner === 'records' || space === undefined || isVector(row, space, place);
        return isFine ? [] : [{ kind: 'vector', problem: passage, mend: 'none' }];
      };
    },
  },
  accesses: { what: 'how often a memory was read' },
  removals: { what: 'a note for indexes' },
  segments: { what: 'a part of an index' },
};

export const checkedTables = Object.keys(tableChecks);

/** The next rows of a table of a scope, in the order of its key. */
export async function checkRows(table: string, place: CheckPlace): Promise<CheckedPart> {
  const { rows, scope, after } = place;
  const { what, most = place.limit, faultsOf } = tableChecks[table] as TableCheck;
  const limit = Math.min(place.limit, most);
  const [page = []] = await rows.unchecked.read(scope, [
    { table, is: [scope], ...(after.length > 0 && { after }), limit },
  ]);
  const others = (await faultsOf?.(page, place)) ?? (() => []);
  const last = page.length === limit ? page.at(-1) : undefined;
  return {
    faults: page.flatMap((row) =>
      what !== undefined && isDamaged(table, row, rows) ? [damagedRow(what, row)] : others(row),
    ),
    checked: page.length,
    after: last && rows.sums.keyOf(table, last).slice(1),
  };
}

/** Rows of tables that belong to no scope. */
export async function checkUnscoped(rows: ReadableRows): Promise<StoreFault[]> {
  const named = { meta: 'what the store knows of itself', keys: 'a key of the server' };
  const answers = await rows.unchecked.read(
    undefined,
    Object.keys(named).map((table) => ({ table, is: [] })),
  );
  return Object.entries(named).flatMap(([table, what], at) =>
    (answers[at] ?? [])
      .filter((row) => isDamaged(table, row, rows))
      .map(({ id }) => damagedRow(what, { id: id ?? null })),
  );
}

const isDamaged = (table: string, row: Row, { sums }: ReadableRows) =>
  row.unread === 1 || !sums.isIntact(table, row);

function damagedRow(what: string, { id, document }: Row): ScopeFault {
  const of = id ?? document;
  const problem = `${what} is not what was written`;
  return { kind: 'checksum', problem, ...(of != null && { id: String(of) }), mend: 'none' };
}

/** A row that belongs to nothing. */
function removed(
  table: string,
  { kind, problem, key }: Pick<ScopeFault, 'kind' | 'problem'> & { key: Cell[] },
): ScopeFault {
  return { kind, problem, mend: 'store', change: { remove: { [table]: [key] } } };
}

function spacesOf({ meta }: CheckPlace): Space[] {
  return [meta.current, meta.next].filter((space) => space !== undefined);
}

/** As long as its space wants it, or empty, for zeros. */
function isVector(row: Row, { embedder }: Space, { rows }: CheckPlace): boolean {
  if (isDamaged('vectors', row, rows)) return false;
  const { length } = row.code as Uint8Array;
  return length === 0 || length === embedder.dimensions + 4;
}

/** Whether a version is the one of a document. */
function isOf(version: Row | undefined, { id, sha256 }: Row): boolean {
  if (version === undefined) return false;
  try {
    const said: DocumentVersion = JSON.parse(version.version as string);
    return said.documentId === id && said.contentSha256 === sha256;
  } catch {
    return false;
  }
}

/** Which of these tables has a row of each number. */
async function ownersOf(
  page: readonly Row[],
  { rows, scope }: CheckPlace,
  tables: readonly ('records' | 'chunks')[],
): Promise<Map<Cell | undefined, string>> {
  const any = [...new Set(page.map(({ number }) => number as Cell))].map((each) => [scope, each]);
  const answers = await rows.unchecked.read(
    scope,
    tables.map((table) => ({
      table,
      ...(table === 'records' && { index: 'by_number' }),
      any,
      columns: ['number'],
    })),
  );
  return new Map(
    answers.flatMap((found, at) => found.map(({ number }) => [number, tables[at] as string])),
  );
}

/** Rows that were found, by the values of these columns. */
function byCells(rows: readonly Row[] = [], ...columns: string[]): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => cellsKey(columns.map((column) => row[column] as Cell)));
}

const cellsKey = (cells: readonly Cell[]) => JSON.stringify(cells);
