import { MnemeError } from '@mneme/core/contract';
import type { Schemas } from '@qdrant/js-client-rest';
import type { RecordPayload } from './points.ts';
import type { Store } from './store.ts';
import type { WrittenPoint } from './written-point.ts';

/** Qdrant takes requests of 32 MB by default. */
const maxRequestBytes = 12_000_000;

/** One operation of the server: carried out completely on a shard, after a crash from its log. */
export type Operation = Schemas['UpdateOperation'];

/** One request. Its operations are carried out in order, up to the first failure. */
export function write(store: Store, operations: Operation[]): Promise<void> {
  return writeMade(store, () => operations);
}

/** Like {@link write}; the operations are made again for each attempt. */
export async function writeMade(store: Store, make: () => Operation[]): Promise<void> {
  const results = await store.request((client) =>
    client.batchUpdate(store.collection, {
      wait: true,
      ordering: store.ordering,
      operations: make(),
    }),
  );
  assertCompleted(store, results);
}

/** Like {@link write}; false if an operation names a missing point. Earlier operations were carried out. */
export async function writeIfThere(store: Store, operations: Operation[]): Promise<boolean> {
  const results = await store.connection.find((client) =>
    client.batchUpdate(store.collection, { wait: true, ordering: store.ordering, operations }),
  );
  if (results !== undefined) assertCompleted(store, results);
  return results !== undefined;
}

function assertCompleted(store: Store, results: (Schemas['UpdateResult'] | undefined)[]): void {
  const unfinished = results.find((result) => result?.status !== 'completed');
  if (unfinished === undefined) return;
  throw new MnemeError(
    'timeout',
    `Qdrant at ${store.connection.where} accepted the write but has not carried it out (${unfinished.status}): repeat it`,
  );
}

/** Splits by size into batches, one for each request; at least one. */
export function inBatches(points: readonly WrittenPoint[]): WrittenPoint[][] {
  let batch: WrittenPoint[] = [];
  const batches = [batch];
  let bytes = 0;
  for (const point of points) {
    const size = estimateBytes(point);
    if (bytes > 0 && bytes + size > maxRequestBytes) {
      batch = [];
      batches.push(batch);
      bytes = 0;
    }
    bytes += size;
    batch.push(point);
  }
  return batches;
}

/** A number of a vector takes up to 22 characters in JSON; texts are estimated generously too. */
function estimateBytes({ vector, payload }: WrittenPoint): number {
  let numbers = 0;
  for (const values of Object.values(vector))
    numbers += Array.isArray(values) ? values.length : 2 * values.indices.length;
  const {
    content = '',
    terms = '',
    source = '',
    metadata = '',
  } = payload as Partial<RecordPayload>;
  const { form = '', plan = '' } = payload as { form?: string; plan?: string };
  // The facets repeat source and metadata in a longer form.
  const free = 3 * (source.length + metadata.length);
  const letters = content.length + terms.length + free + form.length + plan.length;
  return 22 * numbers + 4 * letters + 1000;
}
