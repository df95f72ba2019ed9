import { type EmbedderIdentity, embedderMismatch, sameEmbedder } from '@mneme/core/contract';
import type { Connection } from '../connection.ts';
import { pointId } from './uuid.ts';

/** The store's description of itself, in its own point; the first writer wins. */
export const storePointId = pointId('store');

export interface StorePayload {
  kind: 'store';
  schema: number;
  /** The current embedder. Absent: the store was never opened with one. */
  embedder?: EmbedderIdentity;
  /** The embedder whose vectors are being built. */
  next?: EmbedderIdentity;
  /** Names of unused vectors that must still be removed. */
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
