import { counts } from './check-structure.ts';
import type { Connection } from './connection.ts';
import { storedFacets } from './facet-rows.ts';
import { markRemoval, settleRemovals } from './remains.ts';
import { checksumOf, type RecordRow, recordColumns, toRecord } from './rows.ts';
import { allTables } from './spaces.ts';

const owned = (row: string) =>
  `(EXISTS (SELECT 1 FROM records r WHERE r.row = ${row}) OR EXISTS (SELECT 1 FROM document_chunks c WHERE c.row = ${row}))`;

/** Indexes and counts anew from their tables, and without what belongs to nothing. In one step. */
export function mendStore(connection: Connection): void {
  connection.write(() => {
    connection.execute('REINDEX');
    const strangers = connection
      .column<number>(`SELECT rowid FROM record_terms WHERE NOT ${owned('record_terms.rowid')}`)
      .all();
    for (const row of strangers)
      connection.statement('DELETE FROM record_terms WHERE rowid = ?').run(BigInt(row));
    connection.execute(`INSERT INTO record_terms (record_terms) VALUES ('rebuild')`);
    for (const table of allTables(connection.spaces)) dropStrangers(connection, table);
    mendFacets(connection);
    for (const { table, column, is } of counts)
      connection.execute(`UPDATE ${table} AS t SET ${column} = ${is} WHERE ${column} <> ${is}`);
    markRemoval(connection);
  });
  settleRemovals(connection);
}

function dropStrangers(connection: Connection, table: string): void {
  const rows = connection
    .column<number>(`SELECT v.rowid FROM ${table}_rowids v WHERE NOT ${owned('v.rowid')}`)
    .all();
  for (const row of rows)
    connection.statement(`DELETE FROM ${table} WHERE rowid = ?`).run(BigInt(row));
  connection.execute(`DELETE FROM ${table}_sums WHERE NOT ${owned('row')}`);
}

/** Those of damaged records stay: nothing tells what they were. */
function mendFacets(connection: Connection): void {
  const damaged = [...intactRows(connection, (row, intact) => (intact ? [] : [row.row]))].flat();
  connection
    .statement('DELETE FROM record_facets WHERE row NOT IN (SELECT value FROM json_each(?))')
    .run(JSON.stringify(damaged));
  const add = connection.statement(
    'INSERT OR IGNORE INTO record_facets (scope, facet, row) VALUES (?, ?, ?)',
  );
  for (const { scope, row, facets } of intactRows(connection, (row, intact) => ({
    scope: row.scope,
    row: BigInt(row.row),
    facets: intact ? storedFacets(toRecord(row.scope_name, row)) : [],
  })))
    for (const facet of facets) add.run(scope, facet, row);
}

function* intactRows<T>(
  connection: Connection,
  of: (row: RecordRow & { scope: number; scope_name: string }, intact: boolean) => T,
): Generator<T> {
  const page = connection.statement<RecordRow & { scope: number; scope_name: string }>(
    `SELECT ${recordColumns}, r.scope, s.name AS scope_name FROM records r JOIN scopes s ON s.number = r.scope
     WHERE r.row > ? ORDER BY r.row LIMIT 1000`,
  );
  for (let after = 0n; ; ) {
    const rows = page.all(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const row of rows) yield of(row, checksumOf(row.scope_name, row) === row.checksum);
    after = BigInt(last.row);
  }
}
