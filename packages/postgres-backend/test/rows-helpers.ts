import type { Row, Rows } from '@mneme/store/rows';

/** What a write of one scope reads first, and a batch that expects it: as many rows of `records` as there are ids. */
export const revisionOf = (scope: string) =>
  ({ table: 'scopes', any: [[scope]], columns: ['revision'] }) as const;

export const record = (scope: string, id: string, more: Row = {}): Row => ({
  scope,
  id,
  number: Number.parseInt(id.replace(/\D/g, '') || '0', 10),
  changed: 1,
  body: `{"id":"${id}"}`,
  ...more,
});

/** Adds records, as the next revision of the scope. */
export async function add(
  rows: Rows,
  scope: string,
  { ids, turn = true }: { ids: readonly string[]; turn?: boolean },
): Promise<boolean> {
  const [[known] = []] = await rows.read(scope, [revisionOf(scope)], { turn });
  const before = known?.revision as number | undefined;
  return rows.write(scope, {
    expect: [{ table: 'scopes', key: [scope], column: 'revision', value: before }],
    put: {
      scopes: [{ scope, revision: (before ?? 0) + 1, next_number: 1 }],
      records: ids.map((id) => record(scope, id)),
    },
  });
}

export async function idsOf(rows: Rows, scope: string): Promise<unknown[]> {
  const [found = []] = await rows.read(scope, [{ table: 'records', is: [scope], columns: ['id'] }]);
  return found.map(({ id }) => id);
}
