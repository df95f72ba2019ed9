import type { MemoryRecord } from './record.ts';

/** How an incoming text relates to a stored one. */
export type Relation = 'same' | 'update' | 'distinct';

/** Is asked about near texts only. A judge that throws is logged, and the rules decide. */
export type ConflictJudge = (
  pair: { stored: MemoryRecord; incoming: string; similarity: number },
  options: { signal?: AbortSignal },
) => Promise<Relation>;
