import type { MemoryCategory, RecordFilter } from '../contract/index.ts';
import {
  invalid,
  parseCategory,
  parseInteger,
  parseList,
  parseObject,
  parseTags,
  parseTime,
} from './fields.ts';

export interface TimeRange {
  /** Inclusive. ISO 8601 or a Date. */
  from?: string | Date;
  /** Exclusive. ISO 8601 or a Date. */
  before?: string | Date;
}

export interface FilterOptions {
  /** Any of these; empty: all. */
  categories?: readonly MemoryCategory[];
  /** All of these. */
  tags?: readonly string[];
  /** On the stored importance, 1..5. */
  minImportance?: number;
  occurredAt?: TimeRange;
  /** As things stood at that time: what had happened by then and was not yet replaced. ISO 8601 or a Date. */
  asOf?: string | Date;
  /** Replaced records too. */
  includeSuperseded?: boolean;
}

/** What every reading call takes, in the exact form that a backend gets. */
export function parseFilter(options: FilterOptions, now: string): RecordFilter {
  const filter: RecordFilter = { now };
  if (options.categories !== undefined) {
    const categories = [...new Set(parseList(options.categories, 'categories', parseCategory))];
    if (categories.length > 0) filter.categories = categories;
  }
  if (options.tags !== undefined) {
    const tags = parseTags(options.tags);
    if (tags.length > 0) filter.tags = tags;
  }
  if (options.minImportance !== undefined) {
    const minImportance = parseInteger(options.minImportance, 'minImportance', { min: 1, max: 5 });
    if (minImportance > 1) filter.minImportance = minImportance;
  }
  if (options.asOf !== undefined) filter.asOf = parseTime(options.asOf, 'asOf');
  if (options.includeSuperseded === true) filter.includeSuperseded = true;
  if (options.occurredAt !== undefined) {
    const { from, before } = parseObject(options.occurredAt, 'occurredAt');
    if (from !== undefined) filter.occurredFrom = parseTime(from, 'occurredAt.from');
    if (before !== undefined) filter.occurredBefore = parseTime(before, 'occurredAt.before');
    if (filter.occurredFrom !== undefined && filter.occurredBefore !== undefined) {
      if (filter.occurredFrom >= filter.occurredBefore) {
        throw invalid('occurredAt', 'is empty: from must be earlier than before');
      }
    }
  }
  return filter;
}
