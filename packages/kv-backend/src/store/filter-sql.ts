import type { RecordFilter } from '@mneme/core/contract';
import { kindNumbers } from '@mneme/core/index';
import { tagFacet } from './facet-rows.ts';
import { isMemoryRow } from './rows.ts';
import { isOfKind } from './schema.ts';

/** The conditions of a WHERE clause, joined by AND, with their positional parameters. */
export class Conditions {
  readonly #parts: string[] = [];
  readonly parameters: unknown[] = [];

  get sql(): string {
    return this.#parts.join(' AND ');
  }

  add(sql: string, ...parameters: unknown[]): void {
    this.#parts.push(sql);
    this.parameters.push(...parameters);
  }
}

/** The filter over the table `records` under the alias `r`. */
export function recordConditions(filter: RecordFilter): Conditions {
  const where = new Conditions();
  where.add(kindCondition(filter));
  if (!filter.includeExpired)
    where.add('(r.expires_at IS NULL OR r.expires_at > ?)', Date.parse(filter.now));
  if (filter.asOf !== undefined) {
    const asOf = Date.parse(filter.asOf);
    where.add('r.occurred_at <= ? AND (r.valid_to IS NULL OR r.valid_to > ?)', asOf, asOf);
  } else if (!filter.includeSuperseded) {
    where.add('r.superseded_by IS NULL');
  }
  for (const facets of wantedFacets(filter)) {
    where.add(
      `EXISTS (SELECT 1 FROM record_facets f
         WHERE f.scope = r.scope AND f.facet IN (SELECT value FROM json_each(?)) AND f.row = r.row)`,
      JSON.stringify(facets),
    );
  }
  const { minImportance, occurredFrom, occurredBefore } = filter;
  if (minImportance !== undefined) where.add('r.importance >= ?', minImportance);
  if (occurredFrom !== undefined) where.add('r.occurred_at >= ?', Date.parse(occurredFrom));
  if (occurredBefore !== undefined) where.add('r.occurred_at < ?', Date.parse(occurredBefore));
  return where;
}

/** Facts, episodes, or both, as in the indexes. */
function kindCondition(filter: RecordFilter): string {
  const [kind, ...others] = filter.kinds ?? [];
  const numbers = kindNumbers(filter);
  if (kind === undefined || others.length > 0)
    return numbers === undefined ? isMemoryRow : `r.kind IN (${numbers.join(', ')})`;
  const ofKind = `r.${kind === 'fact' ? isOfKind.facts : isOfKind.episodes}`;
  return filter.categories?.length ? `${ofKind} AND r.kind IN (${numbers?.join(', ')})` : ofKind;
}

/** A record must have at least one facet of each list. */
export function wantedFacets({ tags = [], where = [] }: RecordFilter): (readonly string[])[] {
  return [...tags.map((tag) => [tagFacet(tag)]), ...where];
}
