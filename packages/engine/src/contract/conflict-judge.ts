import type { MemoryRecord } from './record.ts';

/**
 * What a judge says of a stored text and a newer one. `same`: they say one thing. `update`: the newer one holds and the
 * stored one does not any more. `stands`: the stored one holds and the newer one does not. `distinct`: both hold.
 */
export type Relation = 'same' | 'update' | 'stands' | 'distinct';

/** What a judge answers. `contested`: it cannot tell, or only a part has changed, so both stay and name each other. */
export type Verdict = Relation | 'contested';

/**
 * Decides about pairs that are near or contested: when a text is stored, where the memory has a judge, and in `settle`. A judge
 * that throws, or answers something else, is logged and hides nothing: what the rules would replace is contested.
 */
export type ConflictJudge = (
  pair: {
    stored: MemoryRecord;
    incoming: string;
    /** When the newer text was said. ISO 8601 in UTC; of the stored one it is `stored.occurredAt`. */
    occurredAt: string;
    /** Who said the newer text, where that is known. */
    speaker?: string;
    /** Cosine of the two, where both have a vector. */
    similarity?: number;
  },
  options: { signal?: AbortSignal },
) => Promise<Verdict>;
