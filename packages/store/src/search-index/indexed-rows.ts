import type { RecordFilter } from '@mneme/core/backend';
import { wantedFacets } from '../index/facets.ts';
import { kindNumbers } from '../index/heads.ts';
import { readVector } from '../index/vector-columns.ts';
import type { Question, Row, Rows } from '../rows/rows.ts';
import type { IndexCondition, IndexedRow } from '../rows/search-index.ts';
import type { Space } from '../scopes/meta.ts';
import type { NamesOfScope } from './names.ts';

/** What of a row of `records` an index is made from. */
export const indexedColumns: readonly string[] = [
  ...['number', 'changed', 'family', 'terms'],
  ...['kind', 'importance', 'occurred_at', 'expires_at', 'valid_to'],
];

/** Those of rows that are memories, with their facets and their vectors in a space. */
export async function toIndexedRows(
  found: readonly Row[],
  {
    scope,
    rows,
    space,
    names,
  }: { scope: string; rows: Rows; space: Space | undefined; names: NamesOfScope },
): Promise<IndexedRow[]> {
  const memories = found.filter(({ family }) => family !== null);
  if (memories.length === 0) return [];
  const numbers = memories.map(({ number }) => number as number);
  const [facets = [], vectors = []] = await rows.read(scope, [
    {
      ...{ table: 'facets', columns: ['number', 'facet'] },
      any: numbers.map((number) => [scope, number]),
    },
    ...(space === undefined ? [] : [vectorsOf(scope, space, numbers)]),
  ]);
  const facetsOf = Map.groupBy(facets, ({ number }) => number);
  const vectorOf = new Map(vectors.map((row) => [row.number, row]));
  return memories.map((row): IndexedRow => {
    const of = vectorOf.get(row.number);
    const vector = of && space && readVector(of, space.embedder);
    return {
      id: String(row.number),
      version: row.changed as number,
      fields: {
        kind: row.kind as number,
        importance: row.importance as number,
        occurred: row.occurred_at as number,
        ...(row.expires_at !== null && { expires: row.expires_at as number }),
        ...(row.valid_to !== null && { until: row.valid_to as number }),
        facet: (facetsOf.get(row.number) ?? []).map(({ facet }) => names.hide(facet as string)),
      },
      ...(vector && isDirected(vector) && { vector }),
      words: hiddenWords(row.terms as string, names),
    };
  });
}

/** Asks for whole vectors. */
export function vectorsOf(scope: string, space: Space, numbers: readonly number[]): Question {
  return {
    ...{ table: 'vectors', columns: ['number', 'code', 'rest'] },
    any: numbers.map((number) => [scope, space.number, number]),
  };
}

/** A vector of zeros is near nothing. */
export function isDirected(vector: Float32Array): boolean {
  return vector.some((component) => component !== 0);
}

function hiddenWords(terms: string, { hide }: NamesOfScope): string {
  return terms === '' ? '' : terms.split(' ').map(hide).join(' ');
}

/** A filter of records, for an index of {@link toIndexedRows}. */
export function conditionsOf(filter: RecordFilter, { hide }: NamesOfScope): IndexCondition[] {
  const conditions: IndexCondition[] = wantedFacets(filter).map((facets) => ({
    ...{ field: 'facet', in: facets.map(hide) },
  }));
  const kinds = kindNumbers(filter);
  if (kinds !== undefined) conditions.push({ field: 'kind', in: kinds });
  const { now, asOf, minImportance, occurredFrom, occurredBefore } = filter;
  if (!filter.includeExpired)
    conditions.push({ field: 'expires', from: Date.parse(now) + 1, orMissing: true });
  if (asOf !== undefined)
    conditions.push(
      { field: 'occurred', below: Date.parse(asOf) + 1 },
      { field: 'until', from: Date.parse(asOf) + 1, orMissing: true },
    );
  else if (!filter.includeSuperseded) conditions.push({ field: 'until', missing: true });
  if (minImportance !== undefined) conditions.push({ field: 'importance', from: minImportance });
  if (occurredFrom !== undefined)
    conditions.push({ field: 'occurred', from: Date.parse(occurredFrom) });
  if (occurredBefore !== undefined)
    conditions.push({ field: 'occurred', below: Date.parse(occurredBefore) });
  return conditions;
}
