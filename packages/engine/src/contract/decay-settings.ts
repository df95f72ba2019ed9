import type { MemoryCategory } from './record.ts';

/** How importance fades. 0 or `Infinity` days: it does not fade. */
export interface DecaySettings {
  /** Days until half of the importance is left. Default: 30. */
  halfLifeDays: number;
  /** Replaces `halfLifeDays` for a category. */
  byCategory?: Partial<Record<MemoryCategory, number>>;
}
