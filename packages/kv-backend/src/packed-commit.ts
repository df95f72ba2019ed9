import type { CommitRequest, StoredRecord } from '@mneme/core';

/**
 * A commit on its way to the worker. A thread copies one long text and one array of numbers several times faster
 * than thousands of small objects.
 */
export interface PackedCommit {
  /** JSON of the request without its vectors; terms joined by spaces. */
  request: string;
  /** All vectors, one after the other. */
  vectors: Float32Array;
}

type PackedRecord = Omit<StoredRecord, 'vector' | 'terms'> & {
  /** Numbers to take from `vectors`; absent: the record has no vector. */
  dimensions?: number;
  terms?: string;
};

export function packCommit(request: CommitRequest): PackedCommit {
  const puts = request.puts.map(({ record, contentKey, vector, terms }): PackedRecord => {
    const packed: PackedRecord = { record, contentKey };
    if (vector !== undefined) packed.dimensions = vector.length;
    if (terms !== undefined) packed.terms = terms.join(' ');
    return packed;
  });
  const vectors = new Float32Array(
    request.puts.reduce((sum, { vector }) => sum + (vector?.length ?? 0), 0),
  );
  let offset = 0;
  for (const { vector } of request.puts) {
    if (vector === undefined) continue;
    vectors.set(vector, offset);
    offset += vector.length;
  }
  return { request: JSON.stringify({ ...request, puts }), vectors };
}

export function unpackCommit({ request, vectors }: PackedCommit): CommitRequest {
  const parsed = JSON.parse(request) as Omit<CommitRequest, 'puts'> & { puts: PackedRecord[] };
  let offset = 0;
  const puts = parsed.puts.map(({ record, contentKey, dimensions, terms }): StoredRecord => {
    const stored: StoredRecord = { record, contentKey };
    if (dimensions !== undefined) {
      stored.vector = vectors.subarray(offset, offset + dimensions);
      offset += dimensions;
    }
    if (terms !== undefined) stored.terms = terms === '' ? [] : terms.split(' ');
    return stored;
  });
  return { ...parsed, puts };
}
