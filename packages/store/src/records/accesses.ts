import type { AnyRecord } from '@mneme/core/backend';
import type { Question, Row } from '../rows/rows.ts';
import type { RecordGround } from './ground.ts';
import { addAccess } from './record-row.ts';

export function accessQuestion(scope: string, ids: readonly string[]): Question {
  return { table: 'accesses', any: ids.map((id) => [scope, id]) };
}

/** Adds to records what is known of their reads, by the answer to {@link accessQuestion}. */
export function withAccesses<Kept extends AnyRecord>(
  records: Kept[],
  accesses: readonly Row[],
): Kept[] {
  const of = new Map(accesses.map((access) => [access.id, access]));
  for (const record of records) addAccess(record, of.get(record.id));
  return records;
}

/** The same for records that were found by something else than their ids, so their reads are asked for now. */
export async function withReads<Kept extends AnyRecord>(
  { rows }: RecordGround,
  scope: string,
  records: Kept[],
): Promise<Kept[]> {
  if (records.length === 0) return records;
  const ids = records.map(({ id }) => id);
  const [accesses = []] = await rows.read(scope, [accessQuestion(scope, ids)]);
  return withAccesses(records, accesses);
}

/**
 * Counts reads of records that exist. Usually all do: if one of those that were never read is gone, or another process
 * counts its first read, it looks again.
 */
export async function touch(
  { rows }: RecordGround,
  scope: string,
  ids: readonly string[],
  at: string,
): Promise<void> {
  const reads = [...Map.groupBy(ids, (id) => id)].map(([id, each]) => ({ id, by: each.length }));
  reads.sort((one, other) => (one.id < other.id ? -1 : 1));
  const lists = reads.map(({ id }) => [scope, id]);
  const counted = { table: 'accesses', any: lists, columns: ['id'] };
  const stored = { table: 'records', any: lists, columns: ['id'] };
  for (let written = false, looks = false; !written; looks = true) {
    const answers = await rows.read(scope, looks ? [counted, stored] : [counted]);
    const [known, exist] = answers.map((rows) => new Set(rows.map(({ id }) => id)));
    const fresh = reads.filter(({ id }) => !known?.has(id) && (exist?.has(id) ?? true));
    written = await rows.write(scope, {
      expect: fresh.flatMap(({ id }) => [
        { table: 'accesses', key: [scope, id], column: 'count', value: undefined },
        { table: 'records', key: [scope, id], column: 'id', value: id },
      ]),
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
