import {
  afterPrefix,
  ancestorsOf,
  type DocumentLookUp,
  type DocumentLookUpRequest,
} from '@mneme/core/contract';
import type { Connection } from '../store/connection.ts';
import { findDocument } from './read.ts';
import { type DocumentRow, type StoreRow, toStore, toSummary } from './rows.ts';
import { requireRow } from './store-table.ts';
import { readUsage } from './usage.ts';

export function lookUpDocuments(
  connection: Connection,
  request: DocumentLookUpRequest,
): DocumentLookUp {
  const { scope, keys, paths, below } = request;
  return connection.read(() => {
    const store = requireRow(connection, request);
    const found = new Map<number, DocumentRow>();
    for (const key of keys) {
      const row = findDocument(connection, { store: store.number, key });
      if (row !== undefined) found.set(row.number, row);
    }
    for (const path of paths) {
      for (const row of documentsAround(connection, store, { path, below }))
        found.set(row.number, row);
    }
    return {
      store: toStore(store),
      usage: readUsage(connection, scope),
      documents: [...found.values()].map((row) => toSummary(row, store.id)),
    };
  });
}

/** Documents at a path and above it, and a number of those below it, ordered by path. */
export function documentsAround(
  connection: Connection,
  store: StoreRow,
  { path, below }: { path: string; below: number },
): DocumentRow[] {
  const above = connection
    .statement<DocumentRow>(
      `SELECT d.* FROM json_each(?) j CROSS JOIN documents d ON d.store = ? AND d.path = j.value`,
    )
    .all(JSON.stringify([...ancestorsOf(path), path]), store.number);
  const lower = connection
    .statement<DocumentRow>(
      `SELECT d.* FROM documents d
       WHERE d.store = ? AND d.path > ? AND d.path < ? ORDER BY d.path LIMIT ?`,
    )
    .all(store.number, `${path}/`, afterPrefix(`${path}/`), below);
  return [...above, ...lower];
}
