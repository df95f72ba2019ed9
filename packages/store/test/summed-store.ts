import type { AuditEntry } from '@mneme/core/backend';
import { beginCount } from '../src/audit/scope-births.ts';
import { SummedRows } from '../src/checksums/summed-rows.ts';
import { Erasures } from '../src/erase/erasures.ts';
import { MemoryRows } from '../src/memory/memory-rows.ts';
import type { Row } from '../src/rows/rows.ts';
import { ScopeWriter } from '../src/scopes/scope-writer.ts';
import { tables } from '../src/tables.ts';

export type Kept = Map<string, { columns: string; rows: Map<string, Row> }>;

/** Rows in memory with checksums, and who writes and erases their scopes. `kept`: to damage them. */
export async function openSummed(kept: Kept = new Map()) {
  const rows = new SummedRows(new MemoryRows({ kept }), tables);
  await rows.open(tables);
  await beginCount(rows);
  const erasures = new Erasures(rows, tables);
  const writer = new ScopeWriter(rows, { settle: (scope) => erasures.finish(scope) });
  return { rows, erasures, writer, kept };
}

export type Summed = Awaited<ReturnType<typeof openSummed>>;

export const entry = (over: Partial<AuditEntry> = {}): AuditEntry => ({
  at: '2026-03-01T12:00:00.000Z',
  action: 'create',
  scope: 'ada',
  actor: 'application',
  reason: 'said so',
  ...over,
});

/** Writes records with these ids, each with a tag, a vector and an audit line. */
export function putRecords(
  { writer }: Summed,
  ids: readonly string[],
  { scope = 'ada', at }: { scope?: string; at?: string } = {},
): Promise<true | undefined> {
  return writer.change(scope, {
    questions: [{ table: 'records', any: ids.map((id) => [scope, id]), columns: ['id', 'number'] }],
    decide(draft) {
      const [known = []] = draft.answers;
      const numbers = new Map(known.map((row) => [row.id, row.number as number]));
      for (const id of ids) {
        const old = numbers.get(id);
        const number = old ?? draft.after.next_number++;
        if (old === undefined) draft.after.records += 1;
        else draft.remove('facets', [[number]]);
        draft.put('records', [
          {
            id,
            number,
            changed: draft.revision,
            version: 1,
            family: 'fact',
            importance: 3,
            created_at: number,
            length: 2,
            terms: `word ${id}`,
            pending: 0,
            body: JSON.stringify({ id, content: `The word ${id} at ${draft.revision}` }),
          },
        ]);
        draft.put('facets', [{ number, facet: `tag ${draft.revision}` }]);
        draft.put('vectors', [
          {
            space: 1,
            number,
            code: new Uint8Array([number, 2]),
            rest: new Uint8Array([3, draft.revision]),
          },
        ]);
      }
      draft.audit(ids.map((id) => entry({ scope, id, ...(at !== undefined && { at }) })));
      return true;
    },
  });
}

/** Changes stored rows of a table behind the back of the store. */
export function damage(
  kept: Kept,
  table: string,
  change: (row: Row) => Row | undefined,
  isMeant: (row: Row) => boolean = () => true,
): void {
  const { rows } = kept.get(table) ?? { rows: new Map() };
  for (const [name, row] of [...rows]) {
    if (!isMeant(row)) continue;
    const changed = change(structuredClone(row));
    rows.delete(name);
    if (changed === undefined) continue;
    const key = tables[table as keyof typeof tables].key;
    rows.set(JSON.stringify(key.map((column) => changed[column])), changed);
  }
}

export const rowsIn = (kept: Kept, table: string) => [...(kept.get(table)?.rows.values() ?? [])];
