import type { StoreFault, StoreFaultKind } from '@mneme/core/contract';
import { Heads, headRows } from '@mneme/core/index';
import { blockKey } from './blocks.ts';
import { type CheckPart, type CheckRequest, nextRows } from './check-part.ts';
import { checkedBytes, sumOf } from './checked-block.ts';
import type { Connection } from './connection.ts';
import { unlessDamaged } from './damaged.ts';
import { headOfRow, indexedRows } from './head-rows.ts';
import { codeBlocks, headBlocks } from './index-writer.ts';
import { rowsPerScope } from './row-numbers.ts';
import type { IndexState, ScopeRow } from './scope-table.ts';
import { allSpaces } from './spaces.ts';
import { readBucket, wordsOfRows } from './word-rows.ts';

/** Checks each row of an index with its head. */
export function checkHeads(connection: Connection, request: CheckRequest): CheckPart {
  const { rows, after } = nextRows(request, (first, last, limit) =>
    indexedRows(connection, { first, last, limit }),
  );
  const blocks = new Map<number, Heads | undefined>();
  const faults = rows.flatMap((row): StoreFault[] => {
    const block = Math.floor(row.row / headRows);
    if (!blocks.has(block)) blocks.set(block, headsOf(connection, block));
    const head = blocks.get(block)?.get(row.row % headRows);
    const wanted = headOfRow(row);
    if (head !== undefined && JSON.stringify(head) === JSON.stringify(wanted)) return [];
    // Its words may be the damaged part, so they must be made from its text again.
    const isWords = head !== undefined && head.sum !== wanted.sum && row.kind !== null;
    return [faultAt(connection, row.row, isWords ? 'words' : 'facets')];
  });
  return { faults, checked: rows.length, after };
}

function faultAt(connection: Connection, row: number, kind: 'words' | 'facets'): StoreFault {
  const of = connection
    .statement<{ scope: string; id: string }>(
      `SELECT s.name AS scope, r.body ->> 'id' AS id FROM records r JOIN scopes s ON s.number = r.scope
       WHERE r.row = ? AND json_valid(r.body)`,
    )
    .get(BigInt(row));
  return kind === 'words'
    ? { kind, problem: 'the memory is not in the index of words as it is', ...of, mend: 'rewrite' }
    : { kind, problem: 'what is filtered by is not what is there', ...of, mend: 'store' };
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

/**
 * Checks the index of one scope, or of the passages of one store: that no block is missing or out of date, that its
 * heads match the rows, and that the words of each range match its rows.
 */
export function checkIndexes(
  connection: Connection,
  { partitions, after }: CheckRequest,
): CheckPart {
  const scope = connection
    .statement<ScopeRow>(
      `SELECT number, name, state FROM scopes WHERE number > ? ${partitions === undefined ? '' : 'AND number IN (SELECT value FROM json_each(?))'}
       ORDER BY number LIMIT 1`,
    )
    .get(
      BigInt(after === '' ? 0 : after),
      ...(partitions === undefined ? [] : [JSON.stringify(partitions)]),
    );
  if (scope === undefined) return { faults: [], checked: 0 };
  const state = JSON.parse(scope.state) as IndexState;
  const faults = [
    ...sumFaults(connection, scope, state),
    ...wordFaults(connection, scope, state),
    ...orphanHeads(connection, scope),
  ];
  const of = scope.name.startsWith('\u0001') ? {} : { scope: scope.name };
  return {
    faults: faults.map((fault) => ({ ...fault, ...of })),
    checked: 1,
    after: String(scope.number),
  };
}

function sumFaults(connection: Connection, { number }: ScopeRow, state: IndexState): StoreFault[] {
  const tables = [headBlocks, ...allSpaces(connection.spaces).map(codeBlocks)];
  const sumsOf = (table: string) =>
    connection
      .column<Uint8Array>(`SELECT substr(data, -4) FROM ${table} WHERE scope = ?`)
      .all(BigInt(number));
  return [...tables.map(({ table }) => table), 'words'].flatMap((table) => {
    const sum = sumsOf(table).reduce((all, each) => (all ^ sumOf(each)) >>> 0, 0);
    if (sum === (state.sums[table] ?? 0)) return [];
    const isCodes = table !== 'words' && table !== headBlocks.table;
    const problem = 'a part of the index is missing, or not what was written last';
    return [{ kind: isCodes ? 'vector' : kindOf(table), problem, mend: 'store' as const }];
  });
}

function kindOf(table: string): StoreFaultKind {
  return table === 'words' ? 'words' : 'facets';
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
  if (isRight === true) return [];
  return [
    {
      kind: 'words',
      problem: 'the index of words has something that is not there, or lacks something',
      mend: 'store',
    },
  ];
}

function orphanHeads(connection: Connection, { number }: ScopeRow): StoreFault[] {
  const blocks = connection
    .column<number>('SELECT block FROM heads WHERE scope = ? ORDER BY block')
    .all(BigInt(number));
  const isOwned = connection.column(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM records WHERE row = ? AND kind > 0)
       OR EXISTS (SELECT 1 FROM document_chunks WHERE row = ?)`,
  );
  const rows = blocks.flatMap((block) =>
    [...(headsOf(connection, block)?.kind ?? [])].flatMap((kind, at) =>
      kind === 0 ? [] : [block * headRows + at],
    ),
  );
  const strange = rows.some(
    (row) => Math.floor(row / rowsPerScope) !== number || !isOwned.get(BigInt(row), BigInt(row)),
  );
  return strange
    ? [{ kind: 'orphan', problem: 'the index has something that is not there', mend: 'store' }]
    : [];
}
