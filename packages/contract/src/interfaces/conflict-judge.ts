import type { MemoryRecord } from './record.ts';

/**
 * How a stored text and a newer one relate. `same`: they say the same. `update`: only the newer one is true now.
 * `older`: only the stored one is true. `distinct`: both are true.
 */
export type Relation = 'same' | 'update' | 'older' | 'distinct';

/**
 * The answer of a judge. `contested`: it cannot tell, or only a part has changed, so both stay and link to each other.
 */
export type Verdict = Relation | 'contested';

/**
 * Decides about similar or contested pairs: when a text is stored, if the memory has a judge, and in `settle`. If a
 * judge throws or answers something else, that is logged and nothing is hidden: what the rules would replace becomes
 * contested.
 */
export type ConflictJudge = (
  pair: {
    stored: MemoryRecord;
    incoming: string;
    /** When the newer text was said. ISO 8601 in UTC; for the stored text see `stored.occurredAt`. */
    occurredAt: string;
    /** Who said the newer text, if known. */
    speaker?: string;
    /** Cosine of the two, if both have a vector. */
    similarity?: number;
  },
  options: { signal?: AbortSignal },
) => Promise<Verdict>;
