import type { CommitRequest, StoredRecord } from '@mneme/core/contract';

/**
 * A commit on its way to the worker. Between threads, one long text and one array of numbers are copied several times
 * faster than thousands of small objects.
 */
export interface PackedCommit {
  /** JSON of the request without its vectors; terms joined by spaces. */
  request: string;
  /** All vectors, one after the other. */
  vectors: Float32Array;
}

type PackedRecord = Omit<StoredRecord, 'vector' | 'nextVector' | 'terms'> & {
  /** How many numbers to read from `vectors`; absent: the record has no vector. */
  dimensions?: number;
  /** Like `dimensions`, for the vector of the space that is being built, which follows the other one. */
  nextDimensions?: number;
  terms?: string;
};

export function packCommit(request: CommitRequest): PackedCommit {
  const puts = request.puts.map((put): PackedRecord => {
    const { vector, nextVector, terms, ...rest } = put;
    const packed: PackedRecord = rest;
    if (vector !== undefined) packed.dimensions = vector.length;
    if (nextVector !== undefined) packed.nextDimensions = nextVector.length;
    if (terms !== undefined) packed.terms = terms.join(' ');
    return packed;
  });
  const vectors = new Float32Array(
    request.puts.reduce(
      (sum, { vector, nextVector }) => sum + (vector?.length ?? 0) + (nextVector?.length ?? 0),
      0,
    ),
  );
  let offset = 0;
  for (const { vector, nextVector } of request.puts) {
    for (const given of [vector, nextVector]) {
      if (given === undefined) continue;
      vectors.set(given, offset);
      offset += given.length;
    }
  }
  return { request: JSON.stringify({ ...request, puts }), vectors };
}

/** A put whose terms may be joined already, as in the table. */
export type Put = Omit<StoredRecord, 'terms'> & { terms?: readonly string[] | string };
export type WriteRequest = Omit<CommitRequest, 'puts'> & { puts: readonly Put[] };

export function unpackCommit({ request, vectors }: PackedCommit): WriteRequest {
  const parsed = JSON.parse(request) as Omit<CommitRequest, 'puts'> & { puts: PackedRecord[] };
  let offset = 0;
  const take = (dimensions: number) => {
    offset += dimensions;
    return vectors.subarray(offset - dimensions, offset);
  };
  const puts = parsed.puts.map(({ dimensions, nextDimensions, ...put }): Put => {
    const stored: Put = put;
    if (dimensions !== undefined) stored.vector = take(dimensions);
    if (nextDimensions !== undefined) stored.nextVector = take(nextDimensions);
    return stored;
  });
  return { ...parsed, puts };
}
