import type { RecordFilter } from '@mneme/core/contract';

/** A filter in Qdrant's own form. */
export interface Filter {
  must?: Condition[];
  must_not?: Condition[];
  should?: Condition[];
}

export type Condition =
  | { key: string; match: { value: string | number | boolean } | { any: string[] } }
  | { key: string; range: { gte?: number; gt?: number; lte?: number; lt?: number } }
  | { has_id: string[] }
  | { has_vector: string }
  | { is_empty: { key: string } }
  | Filter;

export const matches = (key: string, value: string | number | boolean): Condition => ({
  key,
  match: { value },
});

/**
 * Everything stored in a scope under an id. Only records have `scope`: audit lines and the store's own points do not.
 */
export function ofScope(scope: string, ...more: Condition[]): Filter {
  return { must: [matches('scope', scope), ...more] };
}

/** Every memory of a scope, or of all, without the engine's own records. */
export function memoriesOf(scope: string | undefined, ...more: Condition[]) {
  const within = scope === undefined ? [] : [matches('scope', scope)];
  return { must: [...within, ...more], must_not: [matches('kind', 'session')] };
}

/** Audit lines and write counts have their scope under another name, so that no search finds them. */
export function audited(scope: string): Filter {
  return { must: [matches('auditScope', scope)] };
}

export function recordFilter(
  scope: string | undefined,
  filter: RecordFilter,
  ...more: Condition[]
): Filter {
  const { must, must_not: mustNot } = memoriesOf(scope, ...more);
  const {
    now,
    asOf,
    kinds = ['episode', 'fact'],
    categories,
    tags = [],
    where = [],
    minImportance,
    occurredFrom,
    occurredBefore,
  } = filter;
  if (!filter.includeExpired) mustNot.push({ key: 'expiresAtMs', range: { lte: Date.parse(now) } });
  if (asOf !== undefined) {
    must.push({ key: 'occurredAtMs', range: { lte: Date.parse(asOf) } });
    mustNot.push({ key: 'validToMs', range: { lte: Date.parse(asOf) } });
  } else if (!filter.includeSuperseded) {
    must.push(matches('superseded', false));
  }
  if (!kinds.includes('fact')) must.push(matches('kind', 'episode'));
  if (!kinds.includes('episode')) mustNot.push(matches('kind', 'episode'));
  if (categories?.length) must.push({ key: 'category', match: { any: [...categories] } });
  for (const tag of tags) must.push(matches('tags', tag));
  for (const facets of where) must.push({ key: 'facets', match: { any: [...facets] } });
  if (minImportance !== undefined) must.push({ key: 'importance', range: { gte: minImportance } });
  if (occurredFrom !== undefined)
    must.push({ key: 'occurredAtMs', range: { gte: Date.parse(occurredFrom) } });
  if (occurredBefore !== undefined)
    must.push({ key: 'occurredAtMs', range: { lt: Date.parse(occurredBefore) } });
  return { must, must_not: mustNot };
}

/** A record that still has this version and that no commit has claimed. */
export function unchanged(scope: string, ids: readonly string[], version: number): Filter {
  return ofScope(scope, { has_id: [...ids] }, matches('version', version), {
    is_empty: { key: 'claim' },
  });
}

/** Records for conflict look-ups: neither superseded nor expired. */
export function currentRecords(
  scope: string | undefined,
  now: string,
  ...more: Condition[]
): Filter {
  return recordFilter(scope, { now }, ...more);
}
