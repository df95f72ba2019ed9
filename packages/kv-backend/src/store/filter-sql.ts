import { memoryCategories, type RecordFilter } from '@mneme/core/contract';
import { categoryNumber, episodeNumber } from './category-number.ts';
import { tagFacet } from './facet-rows.ts';
import { isMemoryRow } from './rows.ts';
import { never } from './schema.ts';

/** A condition for a WHERE clause with its positional parameters. */
export interface Condition {
  sql: string;
  parameters: unknown[];
}

/** The filter over the table `records` under the alias `r`. */
export function recordCondition(filter: RecordFilter): Condition {
  const parts: string[] = [];
  const parameters: unknown[] = [];
  const add = (sql: string, ...values: unknown[]) => {
    parts.push(sql);
    parameters.push(...values);
  };
  // As the indexes of facts have it.
  const [kind, ...others] = filter.kinds ?? [];
  if (kind === undefined || others.length > 0) add(isMemoryRow);
  else add(kind === 'fact' ? `r.kind = 'fact'` : `r.kind = 'episode'`);
  if (!filter.includeExpired) add('(r.expires_at IS NULL OR r.expires_at > ?)', filter.now);
  if (filter.asOf !== undefined) {
    add('r.occurred_at <= ? AND (r.valid_to IS NULL OR r.valid_to > ?)', filter.asOf, filter.asOf);
  } else if (!filter.includeSuperseded) {
    add('r.superseded_by IS NULL');
  }
  if (filter.categories?.length) {
    add(`r.category IN (SELECT value FROM json_each(?))`, JSON.stringify(filter.categories));
  }
  for (const facets of wantedFacets(filter)) {
    add(
      `EXISTS (SELECT 1 FROM record_facets f
         WHERE f.scope = r.scope AND f.facet IN (SELECT value FROM json_each(?)) AND f.row = r.row)`,
      JSON.stringify(facets),
    );
  }
  if (filter.minImportance !== undefined) add('r.importance >= ?', filter.minImportance);
  if (filter.occurredFrom !== undefined) add('r.occurred_at >= ?', filter.occurredFrom);
  if (filter.occurredBefore !== undefined) add('r.occurred_at < ?', filter.occurredBefore);
  return { sql: parts.join(' AND '), parameters };
}

/** The same filter over the metadata columns of the vector table, where sqlite-vec applies it during the scan. */
export function vectorCondition(filter: RecordFilter, scope: number): Condition {
  const parts: string[] = ['scope = ?'];
  const parameters: unknown[] = [BigInt(scope)];
  const add = (sql: string, ...values: unknown[]) => {
    parts.push(sql);
    parameters.push(...values);
  };
  if (!filter.includeExpired) add('expires_at > ?', milliseconds(filter.now));
  if (filter.asOf !== undefined) {
    add('occurred_at <= ? AND valid_to > ?', milliseconds(filter.asOf), milliseconds(filter.asOf));
  } else if (!filter.includeSuperseded) {
    add('valid_to = ?', BigInt(never));
  }
  const numbers = categoryNumbers(filter);
  // The numbers are our own, from a closed list; sqlite-vec takes no sub-query here.
  if (numbers !== undefined) add(`category IN (${numbers.join(', ')})`);
  const wanted = wantedFacets(filter);
  if (wanted.length > 0) {
    const each = wanted.map(
      () =>
        'SELECT row FROM record_facets WHERE scope = ? AND facet IN (SELECT value FROM json_each(?))',
    );
    add(
      `rowid IN (${each.join(' INTERSECT ')})`,
      ...wanted.flatMap((facets) => [BigInt(scope), JSON.stringify(facets)]),
    );
  }
  if (filter.minImportance !== undefined)
    add('importance >= ?', BigInt(Math.ceil(filter.minImportance)));
  if (filter.occurredFrom !== undefined) add('occurred_at >= ?', milliseconds(filter.occurredFrom));
  if (filter.occurredBefore !== undefined)
    add('occurred_at < ?', milliseconds(filter.occurredBefore));
  return { sql: parts.join(' AND '), parameters };
}

/** A record must have one or more of each list. */
export function wantedFacets({ tags = [], where = [] }: RecordFilter): (readonly string[])[] {
  return [...tags.map((tag) => [tagFacet(tag)]), ...where];
}

/** Those of kinds and categories that pass. Undefined: all. */
function categoryNumbers({
  kinds = ['episode', 'fact'],
  categories = [],
}: RecordFilter): number[] | undefined {
  if (categories.length === 0 && kinds.length === 2) return undefined;
  const facts = categories.length > 0 ? categories : memoryCategories;
  const numbers = kinds.includes('fact') ? facts.map(categoryNumber) : [];
  if (kinds.includes('episode') && categories.length === 0) numbers.push(episodeNumber);
  return [-1, ...numbers]; // No row has -1, and a list in SQL is never empty.
}

/** sqlite-vec takes integers only, which better-sqlite3 binds from BigInt. */
export function milliseconds(time: string | undefined): bigint {
  return BigInt(time === undefined ? never : Date.parse(time));
}

/** Whether it may leave out most of a scope, whatever is current. */
export function isNarrow(filter: RecordFilter): boolean {
  const { kinds = [], categories = [], minImportance, occurredFrom, occurredBefore } = filter;
  const bounds = [minImportance, occurredFrom, occurredBefore];
  const listed = kinds.length + categories.length + wantedFacets(filter).length;
  return listed > 0 || bounds.some((bound) => bound !== undefined);
}
