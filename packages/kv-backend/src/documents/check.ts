import type { StoreFault } from '@mneme/core/contract';
import type { CheckPart, CheckRequest } from '../store/check-part.ts';
import type { Connection } from '../store/connection.ts';
import { translateError } from '../store/errors.ts';
import { contentOf } from './read.ts';
import { type DocumentRow, toVersion, type VersionRow, versionColumns } from './rows.ts';

/** Checks each document with its content. */
export function checkDocuments(connection: Connection, request: CheckRequest): CheckPart {
  return checkRows<DocumentRow & { store: number }>(connection, request, {
    sql: `SELECT d.*, s.scope
       FROM documents d JOIN document_stores s ON s.number = d.store
       WHERE d.number > ? AND (? IS NULL OR s.scope = ?) ORDER BY d.number LIMIT ?`,
    read: (row) => contentOf(connection, { number: row.store }, row),
  });
}

/** Checks each version with its content. */
export function checkVersions(connection: Connection, request: CheckRequest): CheckPart {
  const limit = Math.min(request.limit, 100);
  return checkRows<VersionRow & { storeId: string }>(
    connection,
    { ...request, limit },
    {
      sql: `SELECT ${versionColumns}, v.content, s.id AS storeId, s.scope
       FROM document_versions v JOIN document_stores s ON s.number = v.store
       WHERE v.number > ? AND (? IS NULL OR s.scope = ?) ORDER BY v.number LIMIT ?`,
      read: (row) => toVersion(row, row.storeId),
    },
  );
}

function checkRows<Row extends { number: number; id: string }>(
  connection: Connection,
  { scope, after, limit }: CheckRequest,
  { sql, read }: { sql: string; read: (row: Row) => unknown },
): CheckPart {
  const rows = connection
    .statement<Row & { scope: string }>(sql)
    .all(BigInt(after || 0), scope ?? null, scope ?? null, BigInt(limit));
  const faults = rows.flatMap((row): StoreFault[] => {
    const problem = problemOf(connection, () => read(row));
    if (problem === undefined) return [];
    return [{ kind: 'checksum', problem, scope: row.scope, id: row.id, mend: 'none' }];
  });
  const last = rows.at(-1);
  const next = rows.length < limit ? undefined : String(last?.number);
  return { faults, checked: rows.length, after: next };
}

function problemOf(connection: Connection, read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    const { code, message } = translateError(error, connection.path);
    if (code !== 'damaged') throw error;
    return message;
  }
}
