import type { RecordFilter } from '@mneme/core/contract';
import { kindNumbers } from '@mneme/core/index';
import { hashOf, tagFacet } from './rows.ts';

/** The parameters of a statement; each gets its name when it is added. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** The condition of a filter over `records r`. */
export function recordCondition(filter: RecordFilter, parameters: Parameters): string {
  const parts = ['r.kind IS NOT NULL'];
  const kinds = kindNumbers(filter);
  if (kinds !== undefined) parts.push(`r.kind = ANY (${parameters.add(kinds)}::integer[])`);
  if (!filter.includeExpired)
    parts.push(
      `(r.expires_at IS NULL OR r.expires_at > ${parameters.add(Date.parse(filter.now))})`,
    );
  if (filter.asOf !== undefined) {
    const asOf = parameters.add(Date.parse(filter.asOf));
    parts.push(`r.occurred_at <= ${asOf} AND (r.valid_to IS NULL OR r.valid_to > ${asOf})`);
  } else if (!filter.includeSuperseded) parts.push('r.superseded_by IS NULL');
  for (const facets of wantedFacets(filter))
    parts.push(
      `EXISTS (SELECT 1 FROM facets f WHERE f.scope = r.scope AND f.facet = ANY (${parameters.add(facets)}) AND f.number = r.number)`,
    );
  const { minImportance, occurredFrom, occurredBefore } = filter;
  if (minImportance !== undefined) parts.push(`r.importance >= ${parameters.add(minImportance)}`);
  if (occurredFrom !== undefined)
    parts.push(`r.occurred_at >= ${parameters.add(Date.parse(occurredFrom))}`);
  if (occurredBefore !== undefined)
    parts.push(`r.occurred_at < ${parameters.add(Date.parse(occurredBefore))}`);
  return parts.join(' AND ');
}

/** As they are stored. A record must have at least one of each list. */
export function wantedFacets({ tags = [], where = [] }: RecordFilter): string[][] {
  return [...tags.map((tag) => [hashOf(tagFacet(tag))]), ...where.map((each) => each.map(hashOf))];
}
