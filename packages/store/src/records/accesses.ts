import type { AnyRecord, MemoryRecord } from '@mneme/core/contract';
import type { Question, Row } from '../rows/rows.ts';
import type { RecordGround } from './ground.ts';
import { toRecord } from './record-row.ts';

export function accessQuestion(scope: string, ids: readonly string[]): Question {
  return { table: 'accesses', any: ids.map((id) => [scope, id]) };
}

/** Records with what is known of their reads, from the answer to {@link accessQuestion}. */
export function withAccesses(rows: readonly Row[], accesses: readonly Row[]): AnyRecord[] {
  const of = new Map(accesses.map((access) => [access.id, access]));
  return rows.map((row) => toRecord(row, of.get(row.id as string)));
}

/** The same for rows that were found by something else than their ids, so their reads are asked for now. */
export async function memoriesWithAccesses(
  { rows: store }: RecordGround,
  scope: string,
  rows: readonly Row[],
): Promise<MemoryRecord[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id as string);
  const [accesses = []] = await store.read(scope, [accessQuestion(scope, ids)]);
  return withAccesses(rows, accesses) as MemoryRecord[];
}

/** Counts reads. Of two processes that count a first read at once, the slower one looks again. */
export async function touch(
  { rows }: RecordGround,
  scope: string,
  ids: readonly string[],
  at: string,
): Promise<void> {
  const reads = [...Map.groupBy(ids, (id) => id)].map(([id, each]) => ({ id, by: each.length }));
  reads.sort((one, other) => (one.id < other.id ? -1 : 1));
  const lists = reads.map(({ id }) => [scope, id]);
  for (let written = false; !written; ) {
    const [stored = [], counted = []] = await rows.read(scope, [
      { table: 'records', any: lists, columns: ['id'] },
      { table: 'accesses', any: lists, columns: ['id'] },
    ]);
    const [exist, known] = [stored, counted].map((each) => new Set(each.map(({ id }) => id)));
    const fresh = reads.filter(({ id }) => exist?.has(id) && !known?.has(id));
    written = await rows.write(scope, {
      expect: fresh.map(({ id }) => ({
        ...{ table: 'accesses', key: [scope, id] },
        ...{ column: 'count', value: undefined },
      })),
      put: { accesses: fresh.map(({ id, by }) => ({ scope, id, count: by, last_at: at })) },
      patch: reads
        .filter(({ id }) => known?.has(id))
        .map(({ id, by }) => ({
          ...{ table: 'accesses', key: [scope, id] },
          ...{ set: { last_at: at }, add: { count: by } },
        })),
    });
  }
}
