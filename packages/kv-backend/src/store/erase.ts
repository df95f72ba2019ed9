import type { AuditEntry } from '@mneme/core/contract';
import { eraseDocuments } from '../documents/erase.ts';
import { addAuditEntry } from './commit.ts';
import type { Connection } from './connection.ts';
import { markRemoval, settleRemovals } from './remains.ts';
import { rowRange } from './row-numbers.ts';
import { findScope } from './scope-table.ts';
import { removePartition } from './vector-rows.ts';

/** Rows go one by one out of the full-text index, so this takes time in a large scope. */
export function erase(
  connection: Connection,
  scopeName: string,
  receipt: AuditEntry,
): { records: number } {
  const records = connection.write(() => {
    const scope = findScope(connection, scopeName);
    connection.statement('DELETE FROM audit WHERE scope = ?').run(scopeName);
    addAuditEntry(connection, receipt);
    markRemoval(connection);
    eraseDocuments(connection, scopeName);
    if (scope === undefined) return 0;
    const number = BigInt(scope.number);
    const range = rowRange(scope.number);
    connection.statement('DELETE FROM record_terms WHERE rowid BETWEEN ? AND ?').run(...range);
    removePartition(connection, { partition: scope.number, first: range[0], last: range[1] });
    connection.statement('DELETE FROM record_facets WHERE scope = ?').run(number);
    connection.statement('DELETE FROM records WHERE scope = ?').run(number);
    connection.statement('DELETE FROM scopes WHERE number = ?').run(number);
    return scope.record_count;
  });
  settleRemovals(connection);
  return { records };
}

export function touch(
  connection: Connection,
  scopeName: string,
  ids: readonly string[],
  at: string,
): void {
  connection.write(() => {
    const scope = findScope(connection, scopeName);
    if (scope === undefined) return;
    for (const id of ids) {
      connection
        .statement(
          'UPDATE records SET access_count = access_count + 1, last_accessed_at = ? WHERE scope = ? AND id = ?',
        )
        .run(at, scope.number, id);
    }
  });
}
