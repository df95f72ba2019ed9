import type { IndexCondition, IndexFields } from '@mneme/store/rows';

/** A filter in Qdrant's own form. */
export interface Filter {
  must?: Condition[];
  must_not?: Condition[];
  should?: Condition[];
}

export type Condition =
  | { key: string; match: { value: string | number } | { any: string[] } }
  | { key: string; range: { gte?: number; lt?: number; lte?: number } }
  | { has_id: string[] }
  | { is_empty: { key: string } }
  | Filter;

export const matches = (key: string, value: string | number): Condition => ({
  key,
  match: { value },
});

/** Fields of rows are apart from those of this package. */
export const fieldKey = (field: string) => `fields.${field}`;

/** Undefined: no row can pass. */
export function filterOf(conditions: readonly IndexCondition[]): Condition[] | undefined {
  if (conditions.some((condition) => 'in' in condition && condition.in.length === 0))
    return undefined;
  return conditions.map((condition): Condition => {
    const key = fieldKey(condition.field);
    if ('missing' in condition) return { is_empty: { key } };
    if ('in' in condition) return { should: isOneOf(key, condition.in) };
    const range = { key, range: { gte: condition.from, lt: condition.below } };
    return condition.orMissing ? { should: [range, { is_empty: { key } }] } : range;
  });
}

/** Numbers have an index of floats, which answers ranges only. */
function isOneOf(key: string, values: readonly (string | number)[]): Condition[] {
  const texts = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number');
  return [
    ...(texts.length === 0 ? [] : [{ key, match: { any: texts } }]),
    ...numbers.map((value) => ({ key, range: { gte: value, lte: value } })),
  ];
}

/** The fields of rows with the kind of index that each needs, by the first value that is seen. */
export function indexesFor(
  rows: readonly { fields: IndexFields }[],
): Map<string, 'keyword' | 'float'> {
  const found = new Map<string, 'keyword' | 'float'>();
  for (const { fields } of rows)
    for (const [field, values] of Object.entries(fields)) {
      const [value] = [values].flat();
      if (value !== undefined && !found.has(fieldKey(field)))
        found.set(fieldKey(field), typeof value === 'string' ? 'keyword' : 'float');
    }
  return found;
}
