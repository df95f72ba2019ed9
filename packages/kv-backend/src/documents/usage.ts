import type { DocumentUsage } from '@mneme/core/contract';
import type { Connection } from '../store/connection.ts';

/** Totals of a scope's stores, updated at each write. */
export function readUsage(connection: Connection, scope: string): DocumentUsage {
  return (
    connection
      .statement<DocumentUsage>('SELECT documents, bytes FROM document_scopes WHERE name = ?')
      .get(scope) ?? { documents: 0, bytes: 0 }
  );
}

export function saveUsage(connection: Connection, scope: string, usage: DocumentUsage): void {
  connection
    .statement(
      `INSERT INTO document_scopes (name, documents, bytes) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET documents = excluded.documents, bytes = excluded.bytes`,
    )
    .run(scope, usage.documents, usage.bytes);
}
