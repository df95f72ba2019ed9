import type { AnyRecord } from '@mneme/core/contract';
import { CodeBlock } from '@mneme/core/index';
import { blockKey, writeBlock } from './blocks.ts';
import { counts } from './check-file.ts';
import { isOwned } from './check-scope.ts';
import { checkedBytes } from './checked-block.ts';
import type { Connection } from './connection.ts';
import { finishErasures } from './erase.ts';
import { storedFacets } from './facet-rows.ts';
import { foundBy, foundByColumns, foundFields } from './found-by.ts';
import { headOf, indexedRows } from './head-rows.ts';
import { idKey } from './ids.ts';
import { codeBlocks, IndexWriter } from './index-writer.ts';
import { removeLeftovers } from './leftovers.ts';
import { markRemoval, settleRemovals } from './remains.ts';
import { rowRange, rowsPerScope } from './row-numbers.ts';
import { isIntact, type RecordRow, recordColumns, toRecord } from './rows.ts';
import { type IndexState, type ScopeRow, saveScope } from './scope-table.ts';
import { allSpaces, type Space } from './spaces.ts';
import { everyRow } from './statements.ts';

/** Rebuilds indexes and counts from their tables, without entries that belong to nothing. In one step. */
export function mendStore(connection: Connection): void {
  connection.write(() => {
    connection.execute('REINDEX');
    finishErasures(connection);
    removeLeftovers(connection);
    mendRecords(connection);
    const scopes = connection.statement<ScopeRow>('SELECT * FROM scopes ORDER BY number').all();
    for (const scope of scopes) mendIndex(connection, scope);
    for (const { table, column, is } of counts)
      connection.execute(`UPDATE ${table} AS t SET ${column} = ${is} WHERE ${column} <> ${is}`);
    markRemoval(connection);
  });
  connection.snapshots.clear();
  settleRemovals(connection);
}

/**
 * Rebuilds the columns and facets of records from the records. Facets of damaged records stay, because nothing tells what
 * they were.
 */
function mendRecords(connection: Connection): void {
  const update = connection.statement(
    `UPDATE records SET (id, ${foundByColumns}) = (?, ${foundByColumns.replaceAll(/\w+/g, '?')}) WHERE row = ?`,
  );
  const damaged: number[] = [];
  for (const row of everyRecord(connection)) {
    const { record } = row;
    if (record === undefined) damaged.push(row.row);
    else update.run(idKey(record.id), ...foundBy(foundFields(record)), BigInt(row.row));
  }
  connection
    .statement('DELETE FROM record_facets WHERE row NOT IN (SELECT value FROM json_each(?))')
    .run(JSON.stringify(damaged));
  const add = connection.statement(
    'INSERT INTO record_facets (scope, facet, row) VALUES (?, ?, ?)',
  );
  for (const { row, scope, record } of everyRecord(connection))
    for (const facet of record === undefined ? [] : storedFacets(record))
      add.run(scope, facet, BigInt(row));
}

function mendIndex(connection: Connection, scope: ScopeRow): void {
  connection.statement('DELETE FROM heads WHERE scope = ?').run(BigInt(scope.number));
  connection.statement('DELETE FROM words WHERE scope = ?').run(BigInt(scope.number));
  scope.revision += 1;
  const state: IndexState = { ranges: [], words: scope.revision, sums: {} };
  for (const space of allSpaces(connection.spaces)) mendCodes(connection, { scope, space, state });
  scope.state = JSON.stringify(state);
  saveScope(connection, scope);
  const index = new IndexWriter(connection, scope);
  const [first, last] = rowRange(scope.number);
  let end = 0;
  for (let after = first; ; ) {
    const rows = indexedRows(connection, { first: after, last, limit: 1000 });
    for (const row of rows) index.setHead(row.row, headOf(row, row.terms));
    const { row } = rows.at(-1) ?? {};
    if (row === undefined) break;
    after = BigInt(row) + 1n;
    end = row - scope.number * rowsPerScope + 1;
  }
  index.flush(end);
}

/** Removes vectors that belong to nothing. A damaged block is removed too: its vectors must be made again. */
function mendCodes(
  connection: Connection,
  { scope, space, state }: { scope: ScopeRow; space: Space; state: IndexState },
): void {
  const { number, revision } = scope;
  const [first, last] = rowRange(number);
  connection
    .statement(
      `DELETE FROM ${space.table} AS v WHERE v.row BETWEEN ? AND ? AND NOT ${isOwned('v.row')}`,
    )
    .run(first, last);
  const table = codeBlocks(space);
  const blocks = connection
    .statement<{ block: number; data: Uint8Array }>(
      `SELECT block, data FROM ${table.table} WHERE scope = ?`,
    )
    .all(BigInt(number));
  const isKept = connection.column(`SELECT 1 FROM ${space.table} WHERE row = ? AND rest <> x''`);
  let sums = 0;
  for (const { block, data } of blocks) {
    const bytes = checkedBytes(data, blockKey(table.table, block));
    if (bytes === undefined) {
      connection.statement(`DELETE FROM ${table.table} WHERE block = ?`).run(BigInt(block));
      continue;
    }
    const codes = new CodeBlock(space.embedder.dimensions, bytes);
    for (let at = 0; at < table.rows; at++)
      if (isKept.get(BigInt(block * table.rows + at)) === undefined) codes.set(at, undefined);
    sums ^= writeBlock(connection, table, {
      block,
      scope: number,
      changed: revision,
      bytes: codes.bytes,
    });
  }
  if (sums !== 0) state.sums[table.table] = sums >>> 0;
}

/** Each row of a record, without the record if it is damaged. */
function* everyRecord(
  connection: Connection,
): Generator<{ row: number; scope: number; record?: AnyRecord }> {
  const rows = everyRow<RecordRow & { scope: number; scope_name: string }>(
    connection,
    `SELECT ${recordColumns}, r.row AS place, r.scope, s.name AS scope_name FROM records r JOIN scopes s ON s.number = r.scope
     WHERE r.row > ? ORDER BY r.row`,
  );
  for (const row of rows) {
    const record = isIntact(row.scope_name, row) ? toRecord(row.scope_name, row) : undefined;
    yield { row: row.row, scope: row.scope, record };
  }
}
