import type { RecordWithVector } from '@mneme/core/backend';
import { readVector } from '../index/vector-columns.ts';
import type { Cell } from '../rows/rows.ts';
import { metaIn, metaQuestion } from '../scopes/meta.ts';
import { accessQuestion, withAccesses } from './accesses.ts';
import type { RecordGround } from './ground.ts';
import { recordColumns, toRecord } from './record-row.ts';

export async function get(
  { rows }: RecordGround,
  scope: string,
  ids: readonly string[],
  { vectors = false }: { vectors?: boolean } = {},
): Promise<RecordWithVector[]> {
  const [found = [], accesses = [], known] = await rows.read(scope, [
    { table: 'records', any: ids.map((id) => [scope, id]), columns: recordColumns },
    accessQuestion(scope, ids),
    ...(vectors ? [metaQuestion] : []),
  ]);
  const records = withAccesses(found.map(toRecord), accesses);
  const { current } = metaIn(known);
  if (!vectors || current === undefined) return records.map((record) => ({ record }));
  const [stored = []] = await rows.read(scope, [
    { table: 'vectors', any: found.map(({ number }) => [scope, current.number, number as Cell]) },
  ]);
  const vectorOf = new Map(stored.map((row) => [row.number, row]));
  return records.map((record, at): RecordWithVector => {
    const row = vectorOf.get(found[at]?.number as Cell);
    return row === undefined ? { record } : { record, vector: readVector(row, current.embedder) };
  });
}
