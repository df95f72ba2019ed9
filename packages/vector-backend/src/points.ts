import type { IndexedRow, IndexPosition } from '@mneme/store/rows';
import { type Condition, type Filter, matches } from './filter.ts';
import { pointId } from './point-id.ts';
import { type SparseVector, sparseVectorOf } from './words.ts';

export const wordsVector = 'words';

/** Vectors of the same length share a name; those of another embedder are in another generation. */
export const vectorName = (dimensions: number) => `vector-${dimensions}`;

/**
 * Where the index of a scope is, in a point of its own. Its rows are those of its generation: each filling from the
 * beginning makes another one, so that what a slow feeder of the one before still writes is never found. A generation is
 * the time of its beginning in milliseconds, times 4096, plus a random number.
 */
export interface ScopePosition extends IndexPosition {
  generation: number;
}

export function newGeneration(): number {
  return Date.now() * 4096 + Math.floor(Math.random() * 4096);
}

/** A filling that began so long ago and is not that of the scope was given up. */
export const oldestGeneration = () => (Date.now() - 60 * 60 * 1000) * 4096;

/** Named otherwise than rows name their scope, so that no search finds it. */
interface PositionPayload extends ScopePosition {
  positionOf: string;
}

/** `seen`: the revision up to which its feeder had read the rows. */
export interface RowPayload {
  scope: string;
  generation: number;
  id: string;
  version: number;
  seen: number;
  words: string;
  fields: IndexedRow['fields'];
}

/** A point to be written. */
export interface WrittenPoint {
  id: string;
  vector: Record<string, number[] | SparseVector>;
  payload: Record<string, unknown>;
}

export const positionId = (scope: string) => pointId('position', scope);

export function positionPoint(
  scope: string,
  { generation, epoch, revision }: ScopePosition,
): WrittenPoint {
  const payload: PositionPayload = { positionOf: scope, generation, epoch, revision };
  return { id: positionId(scope), vector: {}, payload: { ...payload } };
}

export function positionIn(payload: unknown): ScopePosition | undefined {
  if (payload == null) return undefined;
  const { generation, epoch, revision } = payload as PositionPayload;
  return { generation, epoch, revision };
}

export function rowPointId(scope: string, generation: number, id: string): string {
  return pointId('row', scope, String(generation), id);
}

export function rowPoint(
  { id, version, fields, vector, words }: IndexedRow,
  { scope, generation, seen }: { scope: string; generation: number; seen: number },
): WrittenPoint {
  const payload: RowPayload = { scope, generation, id, version, seen, words, fields };
  return {
    id: rowPointId(scope, generation, id),
    vector: {
      ...(vector && { [vectorName(vector.length)]: Array.from(vector) }),
      ...(words !== '' && { [wordsVector]: sparseVectorOf(words) }),
    },
    payload: { ...payload },
  };
}

/** The rows of a scope in one generation. */
export function rowsOf(
  { scope, generation }: { scope: string; generation: number },
  ...more: Condition[]
): Filter {
  return { must: [matches('scope', scope), matches('generation', generation), ...more] };
}

/** Qdrant takes requests of 32 MB by default. */
const maxRequestBytes = 12_000_000;

/** Splits by size into batches, one for each request. */
export function inBatches(points: readonly WrittenPoint[]): WrittenPoint[][] {
  const batches: WrittenPoint[][] = [];
  let bytes = maxRequestBytes;
  for (const point of points) {
    const size = estimateBytes(point);
    if (bytes + size > maxRequestBytes) {
      batches.push([]);
      bytes = 0;
    }
    bytes += size;
    batches.at(-1)?.push(point);
  }
  return batches;
}

/** A number of a vector takes up to 22 characters in JSON. */
function estimateBytes({ vector, payload }: WrittenPoint): number {
  const numbers = Object.values(vector).reduce(
    (sum, values) => sum + (Array.isArray(values) ? values.length : 2 * values.indices.length),
    0,
  );
  return 22 * numbers + 4 * JSON.stringify(payload).length + 200;
}
