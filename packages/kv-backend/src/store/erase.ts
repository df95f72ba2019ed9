import type { AuditEntry, ErasureCheck, ErasureProof } from '@mneme/core/contract';
import { eraseDocuments } from '../documents/erase.ts';
import { eraseAuditLines } from './audit-chain.ts';
import type { Connection } from './connection.ts';
import { damaged } from './damaged.ts';
import { idKey } from './ids.ts';
import { removeIndex } from './index-writer.ts';
import { markRemoval, settleRemovals } from './remains.ts';
import { rowRange } from './row-numbers.ts';
import { findScope } from './scope-table.ts';
import { allSpaces, codesTable } from './spaces.ts';

export function erase(
  connection: Connection,
  scopeName: string,
  receipt: AuditEntry,
): { records: number; proof: ErasureProof } {
  const erased = connection.write(() => {
    const scope = findScope(connection, scopeName);
    const { stores, documents, versions, partitions } = eraseDocuments(connection, scopeName);
    if (scope !== undefined) removeScope(connection, scope.number);
    const records = scope?.record_count ?? 0;
    const counts = { records, stores, documents, versions };
    const { audit, ...done } = eraseAuditLines(connection, scopeName, { receipt, counts });
    markRemoval(connection);
    const gone = [...partitions, ...(scope === undefined ? [] : [scope.number])];
    const checks = whatIsLeft(connection, { scope: scopeName, gone, line: audit.line });
    const left = checks.find((check) => check.left > 0);
    if (left !== undefined)
      throw damaged(`the scope, of which ${left.left} ${left.what} are left after its erasure,`);
    return { records, proof: { ...done, checks, audit } };
  });
  settleRemovals(connection);
  return erased;
}

function removeScope(connection: Connection, scope: number): void {
  removeIndex(connection, scope);
  connection.statement('DELETE FROM record_facets WHERE scope = ?').run(BigInt(scope));
  connection.statement('DELETE FROM records WHERE scope = ?').run(BigInt(scope));
  connection.statement('DELETE FROM scopes WHERE number = ?').run(BigInt(scope));
}

/** Looks for it again, in every table that had some of it. */
function whatIsLeft(
  connection: Connection,
  { scope, gone, line }: { scope: string; gone: readonly number[]; line: number },
): ErasureCheck[] {
  const how = 'counted in the file once it was removed';
  const count = (sql: string, ...parameters: unknown[]) =>
    connection.column<number>(`SELECT count(*) FROM ${sql}`).get(...parameters) ?? 0;
  const ofNumbers = (sql: (number: number) => number) =>
    gone.reduce((sum, number) => sum + sql(number), 0);
  const inRange = (table: string, column: string) =>
    ofNumbers((number) => count(`${table} WHERE ${column} BETWEEN ? AND ?`, ...rowRange(number)));
  const vectors = allSpaces(connection.spaces);
  return [
    { what: 'records', how, left: ofNumbers((number) => count('records WHERE scope = ?', number)) },
    { what: 'words', how, left: ofNumbers((number) => count('words WHERE scope = ?', number)) },
    {
      what: 'vectors',
      how,
      left: ofNumbers((number) =>
        vectors.reduce(
          (sum, { table }) =>
            sum +
            count(`${table} WHERE row BETWEEN ? AND ?`, ...rowRange(number)) +
            count(`${codesTable(table)} WHERE scope = ?`, number),
          count('heads WHERE scope = ?', number),
        ),
      ),
    },
    {
      what: 'tags and fields to find by',
      how,
      left: ofNumbers((number) => count('record_facets WHERE scope = ?', number)),
    },
    { what: 'passages of documents', how, left: inRange('document_chunks', 'row') },
    { what: 'stores of documents', how, left: count('document_stores WHERE scope = ?', scope) },
    {
      what: 'versions of documents',
      how,
      left: count(
        'document_versions v WHERE NOT EXISTS (SELECT 1 FROM document_stores s WHERE s.number = v.store)',
      ),
    },
    {
      what: 'audit lines',
      how,
      left: count('audit WHERE scope = ? AND erased_by IS NULL AND number <> ?', scope, line),
    },
  ];
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
        .run(at, scope.number, idKey(id));
    }
  });
}
