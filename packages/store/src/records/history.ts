import type { MemoryRecord } from '@mneme/core/backend';
import type { Row } from '../rows/rows.ts';
import { withReads } from './accesses.ts';
import type { RecordGround } from './ground.ts';
import { recordColumns, toRecord } from './record-row.ts';

/** Each read goes one step further from the record in both directions. */
export async function history(
  ground: RecordGround,
  scope: string,
  id: string,
): Promise<MemoryRecord[]> {
  const known = new Map<string, Row>();
  let [successors, replaced] = [[id], [id]];
  while (successors.length + replaced.length > 0) {
    const answers = await ground.rows.read(scope, [
      { table: 'records', any: listsOf(scope, successors), columns: recordColumns },
      {
        ...{ table: 'records', index: 'by_successor', any: listsOf(scope, replaced) },
        columns: recordColumns,
      },
    ]);
    const fresh = answers
      .flat()
      .filter((row) => row.family !== null && !known.has(row.id as string));
    for (const row of fresh) known.set(row.id as string, row);
    successors = fresh
      .flatMap(({ superseded_by }) => (superseded_by as string | null) ?? [])
      .filter((each) => !known.has(each));
    replaced = fresh.map((row) => row.id as string);
  }
  const records = [...known.values()].map((row) => toRecord(row) as MemoryRecord);
  return withReads(ground, scope, records);
}

const listsOf = (scope: string, ids: readonly string[]) => ids.map((id) => [scope, id]);
