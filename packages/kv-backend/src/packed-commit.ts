import {
  type AnyRecord,
  type CommitRequest,
  isMemory,
  type StoredRecord,
} from '@mneme/core/contract';
import { storedFacets } from './store/facet-rows.ts';
import { type FoundFields, foundFields } from './store/found-by.ts';
import { bodyOf } from './store/rows.ts';

/** A put as it is written: everything that its row and its index need, so that nobody reads the record again. */
export interface Put extends Pick<StoredRecord, 'contentKey' | 'matter' | 'dropsVector'> {
  id: string;
  isMemory: boolean;
  fields: FoundFields;
  facets: readonly string[];
  accessed: { at: string | null; count: number };
  body: string;
  /** Joined by spaces. Absent: they stay. */
  terms?: string;
  vector?: Float32Array;
  nextVector?: Float32Array;
}

export type WriteRequest = Omit<CommitRequest, 'puts'> & { puts: readonly Put[] };

export function writeRequest(request: CommitRequest): WriteRequest {
  return { ...request, puts: request.puts.map(putOf) };
}

function putOf({ record, terms, ...stored }: StoredRecord<AnyRecord>): Put {
  return Object.assign(stored, {
    id: record.id,
    isMemory: isMemory(record),
    fields: foundFields(record),
    facets: storedFacets(record),
    accessed: { at: record.lastAccessedAt ?? null, count: record.accessCount },
    body: bodyOf(record),
    terms: terms?.join(' '),
  });
}

/**
 * A commit on its way to the worker. Between threads, a few long texts and one array of numbers are copied several
 * times faster than thousands of small objects.
 */
export interface PackedCommit {
  /** JSON of the request without texts and vectors. */
  request: string;
  /** The body of each put, and its terms if it has any, one a line: neither JSON nor words have line breaks. */
  texts: string;
  /** All vectors, one after the other. */
  vectors: Float32Array;
}

type PackedPut = Omit<Put, 'body' | 'terms' | 'vector' | 'nextVector'> & {
  hasTerms: boolean;
  /** How many numbers to read from `vectors`; absent: the record has no vector. */
  dimensions?: number;
  /** Like `dimensions`, for the vector of the space that is being built, which follows the other one. */
  nextDimensions?: number;
};

export function packCommit(request: CommitRequest): PackedCommit {
  const texts: string[] = [];
  const puts = request.puts.map((stored): PackedPut => {
    const { body, terms, vector, nextVector, ...put } = putOf(stored);
    texts.push(body);
    if (terms !== undefined) texts.push(terms);
    return Object.assign(put, {
      hasTerms: terms !== undefined,
      dimensions: vector?.length,
      nextDimensions: nextVector?.length,
    });
  });
  const given = request.puts
    .flatMap(({ vector, nextVector }) => [vector, nextVector])
    .filter((vector) => vector !== undefined);
  const vectors = new Float32Array(given.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const vector of given) {
    vectors.set(vector, offset);
    offset += vector.length;
  }
  return { request: JSON.stringify({ ...request, puts }), texts: texts.join('\n'), vectors };
}

export function unpackCommit({ request, texts, vectors }: PackedCommit): WriteRequest {
  const parsed = JSON.parse(request) as Omit<CommitRequest, 'puts'> & { puts: PackedPut[] };
  const lines = texts.split('\n');
  let line = 0;
  let offset = 0;
  const take = (dimensions: number | undefined) => {
    if (dimensions === undefined) return undefined;
    offset += dimensions;
    return vectors.subarray(offset - dimensions, offset);
  };
  const puts = parsed.puts.map(
    (put): Put =>
      Object.assign(put, {
        body: lines[line++] as string,
        terms: put.hasTerms ? lines[line++] : undefined,
        vector: take(put.dimensions),
        nextVector: take(put.nextDimensions),
      }),
  );
  return { ...parsed, puts };
}
