import type { StoreFault } from '@mneme/core/contract';
import { Heads, headRows, passage } from '@mneme/core/index';
import { blockKey } from './blocks.ts';
import type { CheckedPart, CheckPage, ScopeCheck } from './check-part.ts';
import { checkedBytes, sumOf } from './checked-block.ts';
import type { Connection } from './connection.ts';
import { unlessDamaged } from './damaged.ts';
import { storedFacets } from './facet-rows.ts';
import { type FoundBy, foundByColumns, isFoundAs } from './found-by.ts';
import { headOf, type IndexedRow, indexedRows } from './head-rows.ts';
import { idOf } from './ids.ts';
import { codeBlocks, headBlocks } from './index-writer.ts';
import { rowRange, rowsPerScope } from './row-numbers.ts';
import { isIntact, isMemoryRow, type RecordRow, recordColumns, toRecord } from './rows.ts';
import { type IndexState, type ScopeRow, scopeNamed } from './scope-table.ts';
import { allSpaces } from './spaces.ts';
import { isIntactVector, readVector } from './vector-rows.ts';
import { readBucket, wordsOfRows } from './word-rows.ts';

/** The next rows of a scope's range, and what is wrong with each. */
function checkRange<Row extends { row: number }>(
  { number }: ScopeRow,
  { after, limit }: CheckPage,
  read: (range: { first: bigint; last: bigint; limit: number }) => Row[],
  faultsOf: (row: Row) => StoreFault[],
): CheckedPart {
  const [first, last] = rowRange(number);
  const rows = read({ first: after === '' ? first : BigInt(after) + 1n, last, limit });
  const next = rows.length === limit ? String(rows.at(-1)?.row) : undefined;
  return { faults: rows.flatMap(faultsOf), checked: rows.length, after: next };
}

/** Each record with its checksum, its columns and its facets. */
export const checkRecords: ScopeCheck = (connection, scope, page) => {
  const records = connection.statement<RecordRow & FoundBy & { scope: number }>(
    `SELECT ${recordColumns}, r.scope, ${foundByColumns} FROM records r
     WHERE r.row BETWEEN ? AND ? ORDER BY r.row LIMIT ?`,
  );
  const known = connection.column(
    'SELECT 1 FROM record_facets WHERE scope = ? AND facet = ? AND row = ?',
  );
  return checkRange(
    scope,
    page,
    ({ first, last, limit }) => records.all(first, last, BigInt(limit)),
    (row): StoreFault[] => {
      const of = { scope: scope.name, id: idOf(row.id) };
      if (row.scope !== scope.number)
        return [
          { kind: 'structure', problem: 'a record belongs to no scope', id: of.id, mend: 'none' },
        ];
      if (!isIntact(scope.name, row))
        return [
          { kind: 'checksum', problem: 'the memory is not what was written', ...of, mend: 'none' },
        ];
      const record = toRecord(scope.name, row);
      const isFound =
        of.id === record.id &&
        isFoundAs(record, row) &&
        storedFacets(record).every((facet) => known.get(row.scope, facet, BigInt(row.row)));
      const problem = 'a tag or field of the memory does not lead to it';
      return isFound ? [] : [{ kind: 'facets', problem, ...of, mend: 'store' }];
    },
  );
};

/** Each facet: whether its record has it. Damaged records are reported with the records. */
export const checkFacets: ScopeCheck = (connection, scope, { after, limit }) => {
  const place = after === '' ? ['', 0] : (JSON.parse(after) as [string, number]);
  const rows = connection
    .statement<{ facet: string; at: number } & (RecordRow | Record<keyof RecordRow, null>)>(
      `SELECT f.facet, f.row AS at, ${recordColumns} FROM record_facets f
         LEFT JOIN records r ON r.row = f.row AND r.scope = f.scope
       WHERE f.scope = ? AND (f.facet, f.row) > (?, ?) ORDER BY f.facet, f.row LIMIT ?`,
    )
    .all(BigInt(scope.number), ...place, BigInt(limit));
  const problem = 'a tag or field leads to a memory that does not have it';
  const faults = rows.flatMap((row): StoreFault[] => {
    if (row.row === null) return [{ kind: 'facets', problem, mend: 'store' }];
    if (!isIntact(scope.name, row)) return [];
    const record = toRecord(scope.name, row);
    if (storedFacets(record).includes(row.facet)) return [];
    return [{ kind: 'facets', problem, scope: scope.name, id: record.id, mend: 'store' }];
  });
  const last = rows.at(-1);
  const next = rows.length === limit ? JSON.stringify([last?.facet, last?.at]) : undefined;
  return { faults, checked: rows.length, after: next };
};

/** Each memory or passage with its filter fields in the index, and with its vectors. */
export const checkIndexed: ScopeCheck = (connection, scope, page) => {
  const blocks = new Map<number, Heads | undefined>();
  return checkRange(
    scope,
    page,
    (range) => indexedRows(connection, range),
    (row) => {
      const block = Math.floor(row.row / headRows);
      if (!blocks.has(block)) blocks.set(block, headsOf(connection, block));
      const faults = [...headFaults(row, blocks.get(block)), ...vectorFaults(connection, row)];
      if (faults.length === 0) return [];
      const owner = ownerOf(connection, row);
      // A damaged memory, which is reported with the records, cannot be written again.
      return faults
        .filter(({ mend }) => mend !== 'rewrite' || owner.id !== undefined)
        .map((fault) => ({ ...fault, ...owner }));
    },
  );
};

function headFaults(row: IndexedRow, heads: Heads | undefined): StoreFault[] {
  const head = heads?.get(row.row % headRows);
  const wanted = headOf(row, row.terms);
  if (head !== undefined && JSON.stringify(head) === JSON.stringify(wanted)) return [];
  // The words may be the damaged part, so they must be made from the text again.
  const isWords = head !== undefined && head.sum !== wanted.sum && row.kind !== passage;
  return [
    isWords
      ? {
          kind: 'words',
          problem: 'the index of words does not match the memory',
          mend: 'rewrite',
        }
      : { kind: 'facets', problem: 'the filter fields do not match the memory', mend: 'store' },
  ];
}

function vectorFaults(connection: Connection, { row, kind }: IndexedRow): StoreFault[] {
  const isPassage = kind === passage;
  const what = isPassage ? 'a passage of a document' : 'the memory';
  return allSpaces(connection.spaces).flatMap((space): StoreFault[] => {
    const [read] = unlessDamaged(true, () => ({ vector: readVector(connection, space, row) }));
    const isMissing = read !== undefined && read.vector === undefined;
    if (isMissing && (isPassage || space !== connection.spaces.current)) return [];
    if (read?.vector !== undefined && isIntactVector(read.vector)) return [];
    const problem = isMissing
      ? 'the memory has no vector'
      : `the vector of ${what} is not what was written`;
    return [{ kind: 'vector', problem, mend: isPassage ? 'none' : 'rewrite' }];
  });
}

/** Without an id if the memory is damaged. A passage has no owner. */
function ownerOf(connection: Connection, { row }: IndexedRow): { scope?: string; id?: string } {
  const found = connection
    .statement<RecordRow & { scope: string }>(
      `SELECT ${recordColumns}, s.name AS scope FROM records r JOIN scopes s ON s.number = r.scope WHERE r.row = ?`,
    )
    .get(BigInt(row));
  if (found === undefined) return {};
  const { scope } = found;
  return isIntact(scope, found) ? { scope, id: toRecord(scope, found).id } : { scope };
}

function headsOf(connection: Connection, block: number): Heads | undefined {
  const data = connection
    .column<Uint8Array>('SELECT data FROM heads WHERE block = ?')
    .get(BigInt(block));
  const bytes = data && checkedBytes(data, blockKey(headBlocks.table, block));
  if (bytes === undefined) return undefined;
  const heads = new Heads();
  heads.reserve(headRows);
  heads.read(bytes, 0);
  return heads;
}

/** SQL: a record or a passage has this row. */
export const isOwned = (row: string) =>
  `(EXISTS (SELECT 1 FROM records r WHERE r.row = ${row}) OR EXISTS (SELECT 1 FROM document_chunks c WHERE c.row = ${row}))`;

/** Whether a block of the index is missing or out of date, and whether its words are exactly those of the rows. */
export const checkIndex: ScopeCheck = (connection, scope) => {
  const state = JSON.parse(scope.state) as IndexState;
  const faults = [
    ...sumFaults(connection, scope, state),
    ...wordFaults(connection, scope, state),
    ...orphans(connection, scope),
  ];
  return { faults: faults.map((fault) => ({ ...fault, ...scopeNamed(scope.name) })), checked: 1 };
};

function sumFaults(
  connection: Connection,
  { number }: ScopeRow,
  { sums }: IndexState,
): StoreFault[] {
  const kinds = new Map<string, StoreFault['kind']>([
    [headBlocks.table, 'facets'],
    ['words', 'words'],
    ...allSpaces(connection.spaces).map((space) => [codeBlocks(space).table, 'vector'] as const),
  ]);
  return [...kinds].flatMap(([table, kind]): StoreFault[] => {
    const sum = connection
      .column<Uint8Array>(`SELECT substr(data, -4) FROM ${table} WHERE scope = ?`)
      .all(BigInt(number))
      .reduce((all, each) => (all ^ sumOf(each)) >>> 0, 0);
    const problem = 'a part of the index is missing, or not what was written last';
    return sum === (sums[table] ?? 0) ? [] : [{ kind, problem, mend: 'store' }];
  });
}

function wordFaults(
  connection: Connection,
  { number: scope }: ScopeRow,
  { ranges }: IndexState,
): StoreFault[] {
  const [isRight] = unlessDamaged(true, () =>
    ranges.every(({ start, rows, buckets }) =>
      wordsOfRows(connection, { scope, start, rows })
        .inBuckets(buckets)
        .every((bytes, bucket) =>
          Buffer.from(bytes).equals(readBucket(connection, { scope, start, bucket })),
        ),
    ),
  );
  const problem = 'the index of words has something that is not there, or lacks something';
  return isRight === true ? [] : [{ kind: 'words', problem, mend: 'store' }];
}

function orphans(connection: Connection, { number }: ScopeRow): StoreFault[] {
  const faults: StoreFault[] = [];
  const strange = connection.column(
    `SELECT 1 FROM json_each(?) j WHERE j.value / ${rowsPerScope} <> ? OR NOT ${isOwned('j.value')}
       OR EXISTS (SELECT 1 FROM records r WHERE r.row = j.value AND NOT ${isMemoryRow})`,
  );
  const blocks = connection.column<number>('SELECT block FROM heads WHERE scope = ?');
  const hasStrange = blocks.all(BigInt(number)).some((block) => {
    const kinds = [...(headsOf(connection, block)?.kind ?? [])];
    const rows = kinds.flatMap((kind, at) => (kind === 0 ? [] : [block * headRows + at]));
    return strange.get(JSON.stringify(rows), BigInt(number)) !== undefined;
  });
  if (hasStrange)
    faults.push({
      kind: 'orphan',
      problem: 'the index has something that is not there',
      mend: 'store',
    });
  for (const { table } of allSpaces(connection.spaces)) {
    const vector = connection
      .column(`SELECT 1 FROM ${table} v WHERE v.row BETWEEN ? AND ? AND NOT ${isOwned('v.row')}`)
      .get(...rowRange(number));
    const problem = 'there is a vector of something that is not there';
    if (vector !== undefined) faults.push({ kind: 'orphan', problem, mend: 'store' });
  }
  return faults;
}
