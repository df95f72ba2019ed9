import type { PendingText } from '@mneme/core/contract';
import type { Connection } from '../store/connection.ts';
import { unlessDamaged } from '../store/damaged.ts';
import { contentOf } from './read.ts';

/** Where a page of texts without a vector starts, and how such texts are recognised. */
export interface PendingPlace {
  after: bigint;
  limit: number;
  /** A condition in SQL. */
  lacking: string;
  skipsDamaged: boolean;
}

/** Chunks after that row that have no vector according to the condition. Inside a transaction of the caller. */
export function pendingChunks(
  connection: Connection,
  { after, limit, lacking, skipsDamaged }: PendingPlace,
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
       WHERE c.row > ? AND ${lacking} ORDER BY c.row LIMIT ?`,
    )
    .all(after, limit)
    .flatMap(({ row, start, end, store, ...head }) =>
      unlessDamaged(skipsDamaged, () => {
        const { version } = head;
        const content = contents.get(version) ?? contentOf(connection, { number: store }, head);
        contents.set(version, content);
        return { key: String(row), kind: 'chunk' as const, text: content.slice(start, end) };
      }),
    );
}
