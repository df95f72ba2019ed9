import type { MemoryCategory } from './record.ts';

/** How importance fades. 0 or `Infinity` days: it does not. */
export interface DecaySettings {
  /** Days after which half of the importance is left. Default: 30. */
  halfLifeDays: number;
  /** Takes the place of `halfLifeDays` for a category. */
  byCategory?: Partial<Record<MemoryCategory, number>>;
}
