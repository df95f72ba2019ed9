import { bounded } from '../store/bounded.ts';
import {
  type CheckedPart,
  type CheckPage,
  damageOf,
  type ScopeCheck,
} from '../store/check-part.ts';
import type { Connection } from '../store/connection.ts';
import { contentOf } from './read.ts';
import { type DocumentRow, toSummary, toVersion, type VersionRow, versionColumns } from './rows.ts';

/** Each document of a store, with its content. */
export const checkDocuments: ScopeCheck = (connection, { number }, page) =>
  checkRows<DocumentRow & { store: number; storeId: string }>(
    connection,
    { partition: number, page },
    {
      sql: `SELECT d.*, s.scope, s.id AS storeId FROM document_stores s JOIN documents d ON d.store = s.number
       WHERE s.partition = ? AND d.number > ? ORDER BY d.number LIMIT ?`,
      read: (row) => [
        toSummary(row, row.storeId),
        contentOf(connection, { number: row.store }, row),
      ],
    },
  );

/** Each version of a store's documents, with its content. */
export const checkVersions: ScopeCheck = (connection, { number }, { after, limit }) =>
  checkRows<VersionRow & { storeId: string }>(
    connection,
    { partition: number, page: { after, limit: Math.min(limit, 100) } },
    {
      sql: `SELECT ${versionColumns}, ${bounded('v.content')}, s.id AS storeId, s.scope
       FROM document_stores s JOIN document_versions v ON v.store = s.number
       WHERE s.partition = ? AND v.number > ? ORDER BY v.number LIMIT ?`,
      read: (row) => toVersion(row, row.storeId),
    },
  );

function checkRows<Row extends { number: number; id: string }>(
  connection: Connection,
  { partition, page: { after, limit } }: { partition: number; page: CheckPage },
  { sql, read }: { sql: string; read: (row: Row) => unknown },
): CheckedPart {
  const rows = connection
    .statement<Row & { scope: string }>(sql)
    .all(partition, BigInt(after || 0), BigInt(limit));
  const faults = rows.flatMap((row) => {
    try {
      read(row);
      return [];
    } catch (error) {
      const damage = damageOf(connection, error);
      return [{ ...damage, kind: 'checksum' as const, scope: row.scope, id: row.id }];
    }
  });
  const next = rows.length < limit ? undefined : String(rows.at(-1)?.number);
  return { faults, checked: rows.length, after: next };
}
