import type { PendingText } from '@mneme/core/contract';
import type { Connection } from '../store/connection.ts';
import { contentOf } from './read.ts';

/** Chunks behind that row that have no vector in the space being built. Inside a transaction of the caller. */
export function pendingChunks(
  connection: Connection,
  { after, limit }: { after: bigint; limit: number },
): PendingText[] {
  const contents = new Map<number, string>();
  return connection
    .statement<{
      row: number;
      start: number;
      end: number;
      store: number;
      id: string;
      version: number;
      sha256: string;
    }>(
      `SELECT c.row, c.start, c.end, d.store, d.id, d.version, d.sha256 FROM document_chunks c JOIN documents d ON d.number = c.document
       WHERE c.row > ? AND NOT EXISTS (SELECT 1 FROM filled_rows f WHERE f.row = c.row) ORDER BY c.row LIMIT ?`,
    )
    .all(after, limit)
    .map(({ row, start, end, store, ...head }) => {
      const { version } = head;
      const content = contents.get(version) ?? contentOf(connection, { number: store }, head);
      contents.set(version, content);
      return { key: String(row), kind: 'chunk' as const, text: content.slice(start, end) };
    });
}
