import type { StoreFault } from '@mneme/core/contract';
import type { CheckPart, CheckRequest } from '../store/check-part.ts';
import type { Connection } from '../store/connection.ts';
import { translateError } from '../store/errors.ts';
import { contentOf } from './read.ts';
import {
  type DocumentRow,
  documentColumns,
  toVersion,
  type VersionRow,
  versionColumns,
} from './rows.ts';

/** Checks each document with its content. */
export function checkDocuments(
  connection: Connection,
  { scope, after, limit }: CheckRequest,
): CheckPart {
  const rows = connection
    .statement<DocumentRow & { store: number; scope: string }>(
      `SELECT ${documentColumns}, d.store, s.scope
       FROM documents d JOIN document_stores s ON s.number = d.store
       WHERE d.number > ? AND (? IS NULL OR s.scope = ?) ORDER BY d.number LIMIT ?`,
    )
    .all(BigInt(after || 0), scope ?? null, scope ?? null, BigInt(limit));
  const faults = rows.flatMap((row): StoreFault[] => {
    const problem = problemOf(connection, () => contentOf(connection, { number: row.store }, row));
    if (problem === undefined) return [];
    return [{ kind: 'checksum', problem, scope: row.scope, id: row.id, mend: 'none' }];
  });
  const last = rows.at(-1);
  return {
    faults,
    checked: rows.length,
    after: rows.length < limit ? undefined : String(last?.number),
  };
}

/** Checks each version with its content. */
export function checkVersions(
  connection: Connection,
  { scope, after, limit }: CheckRequest,
): CheckPart {
  const rows = connection
    .statement<VersionRow & { storeId: string; scope: string }>(
      `SELECT ${versionColumns.replaceAll(/\w+/g, 'v.$&')}, v.content, s.id AS storeId, s.scope
       FROM document_versions v JOIN document_stores s ON s.number = v.store
       WHERE v.number > ? AND (? IS NULL OR s.scope = ?) ORDER BY v.number LIMIT ?`,
    )
    .all(BigInt(after || 0), scope ?? null, scope ?? null, BigInt(Math.min(limit, 100)));
  const faults = rows.flatMap((row): StoreFault[] => {
    const problem = problemOf(connection, () => toVersion(row, row.storeId));
    return problem === undefined
      ? []
      : [{ kind: 'checksum', problem, scope: row.scope, id: row.id, mend: 'none' }];
  });
  const last = rows.at(-1);
  const more = rows.length === Math.min(limit, 100);
  return { faults, checked: rows.length, after: more ? String(last?.number) : undefined };
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
