import type { StoredRecord } from '@mneme/core/contract';
import { wordsVector } from './collection.ts';
import { type Point, payloadOf, type RecordPayload, toPayload } from './points.ts';
import { recordSparseVector, type SparseVector } from './sparse-vector.ts';
import type { HeadPayload } from './statistics.ts';
import type { Store } from './store.ts';
import { pointId } from './uuid.ts';

export interface WrittenPoint {
  id: string;
  vector: Record<string, number[] | SparseVector>;
  payload: Record<string, unknown>;
}

/** The named vectors that a commit writes. */
export interface VectorNames {
  current?: string;
  /** The vector of the space that is being built. */
  next?: string;
}

export function toPoint(
  put: StoredRecord,
  context: {
    before: Point | undefined;
    terms: readonly string[];
    commit: string;
    names: VectorNames;
  },
): WrittenPoint {
  const { before, terms, commit, names } = context;
  const known = before && payloadOf(before);
  const payload: RecordPayload = Object.assign(toPayload(put, terms), { commit: commit });
  if (known !== undefined) {
    payload.accessCount = known.accessCount ?? 0;
    payload.lastAccessedAt = known.lastAccessedAt;
  }
  const vector: WrittenPoint['vector'] =
    terms.length === 0 ? {} : { [wordsVector]: recordSparseVector(terms) };
  if (put.vector === undefined && !put.dropsVector) {
    // Vectors stay if a model made them from this text.
    for (const [name, values] of Object.entries(
      (before?.vector ?? {}) as Record<string, number[]>,
    )) {
      if (name !== wordsVector) vector[name] = values;
    }
    payload.zeroIn = known?.zeroIn;
  } else {
    const zeroIn: string[] = [];
    for (const [name, values] of [
      [names.current, put.vector],
      [names.next, put.nextVector],
    ] as const) {
      if (name === undefined || values === undefined) continue;
      if (values.every((value) => value === 0)) zeroIn.push(name);
      else vector[name] = shortNumbers(values);
    }
    if (zeroIn.length > 0) payload.zeroIn = zeroIn;
  }
  return { id: put.record.id.toLowerCase(), vector, payload };
}

export function headOf(store: Store, scope: string, number: number): WrittenPoint {
  const payload: HeadPayload = { headScope: scope, writer: store.writer, commits: number };
  return { id: pointId('head', scope, store.writer), vector: {}, payload: { ...payload } };
}

/**
 * Rounded to nine decimals. As doubles, single-precision numbers would have twice as many digits without information,
 * which costs half the time of an import; the error is below the server's own rounding.
 */
export function shortNumbers(vector: Float32Array): number[] {
  const numbers = new Array<number>(vector.length);
  for (let index = 0; index < vector.length; index++) {
    numbers[index] = Math.round((vector[index] as number) * 1e9) / 1e9;
  }
  return numbers;
}
