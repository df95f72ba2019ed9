import { type EmbedderIdentity, embedderMismatch, sameEmbedder } from '@mneme/core/contract';
import type { Connection } from '../connection.ts';
import { pointId } from './uuid.ts';

/** What the store says of itself, in a point of its own: the first writer of it wins, whoever else comes. */
export const storePointId = pointId('store');

export interface StorePayload {
  kind: 'store';
  schema: number;
  /** Whose vectors answer searches. Absent: the store was never opened with an embedder. */
  embedder?: EmbedderIdentity;
  /** Whose vectors are being built. */
  next?: EmbedderIdentity;
  /** Names of vectors that nothing reads any more and that are still to be removed. */
  retired?: string[];
}

export async function readStorePoint(connection: Connection): Promise<StorePayload | undefined> {
  const points = await connection.request((client) =>
    client.retrieve(connection.settings.collection, { ids: [storePointId], with_payload: true }),
  );
  return points[0]?.payload as unknown as StorePayload | undefined;
}

export function assertSameEmbedder(
  remembered: EmbedderIdentity,
  given: EmbedderIdentity,
  connection: Connection,
): void {
  if (sameEmbedder(remembered, given)) return;
  throw embedderMismatch(`Qdrant at ${connection.where}`, { remembered, given });
}
