import type { MemoryCategory, RecordFilter } from '../contract/index.ts';
import {
  integer,
  invalid,
  listOf,
  parseCategory,
  parseFlag,
  parseTags,
  parseTime,
} from './fields.ts';
import { type FieldsOf, form, type Parsed } from './parse-fields.ts';

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

const parseRange = form({ from: parseTime, before: parseTime });

/** What every reading call takes. */
export const filterFields = {
  categories: listOf(parseCategory),
  tags: parseTags,
  minImportance: integer({ min: 1, max: 5 }),
  occurredAt(value: unknown, field: string) {
    const { from, before } = parseRange(value, field);
    if (from !== undefined && before !== undefined && from >= before) {
      throw invalid(field, 'is empty: from must be earlier than before');
    }
    return { from, before };
  },
  asOf: parseTime,
  includeSuperseded: parseFlag,
} satisfies FieldsOf<FilterOptions>;

/** In the exact form that a backend gets: what excludes nothing is absent. */
export function toFilter(given: Parsed<typeof filterFields>, now: string): RecordFilter {
  const { categories = [], tags = [], minImportance = 1, occurredAt, asOf } = given;
  const filter: RecordFilter = { now };
  if (categories.length > 0) filter.categories = [...new Set(categories)];
  if (tags.length > 0) filter.tags = tags;
  if (minImportance > 1) filter.minImportance = minImportance;
  if (asOf !== undefined) filter.asOf = asOf;
  if (given.includeSuperseded === true) filter.includeSuperseded = true;
  if (occurredAt?.from !== undefined) filter.occurredFrom = occurredAt.from;
  if (occurredAt?.before !== undefined) filter.occurredBefore = occurredAt.before;
  return filter;
}
