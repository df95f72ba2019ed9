import type { RecordFilter } from '../contract/index.ts';
import type { FilterOptions } from '../memory/api.ts';
import {
  invalid,
  parseCategory,
  parseInteger,
  parseList,
  parseObject,
  parseTags,
  parseTime,
} from './fields.ts';

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
