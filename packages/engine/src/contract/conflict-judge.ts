import type { MemoryRecord } from './record.ts';

/**
 * What a judge says of a stored text and a newer one. `same`: they say one thing. `update`: the newer one holds and the
 * stored one does not any more. `stands`: the stored one holds and the newer one does not. `distinct`: both hold.
 */
export type Relation = 'same' | 'update' | 'stands' | 'distinct';

/**
 * Decides about pairs that are near or contested: when a text is stored, where the memory has a judge, and in
 * `memory.settle`. A judge that throws, or answers something else, is logged, and nothing is settled: a store goes by the rules, a contested pair stays.
 */
export type ConflictJudge = (
  pair: {
    stored: MemoryRecord;
    incoming: string;
    /** When the newer text was said. ISO 8601 in UTC; of the stored one it is `stored.occurredAt`. */
    occurredAt: string;
    /** Cosine of the two, where both have a vector. */
    similarity?: number;
  },
  options: { signal?: AbortSignal },
) => Promise<Relation>;
