import {
  cursorCodec,
  type MemoryRecord,
  pageOf,
  type ScanRequest,
  type ScanResponse,
  type ScanRow,
  scanRowOf,
} from '@mneme/core/backend';
import type { Row } from '../rows/rows.ts';
import { fieldColumnNames, fieldsIn } from './fields.ts';
import type { RecordGround } from './ground.ts';

const cursors = cursorCodec('scan', ['string']);

export async function scan(
  { rows: store }: RecordGround,
  { scope, limit, cursor }: ScanRequest,
): Promise<ScanResponse> {
  const [start] = cursors.decode(cursor, [scope]) ?? [];
  const found: ScanRow[] = [];
  let after = start;
  for (let isLast = false; !isLast && found.length <= limit; ) {
    const range = {
      ...{ is: [scope], limit: limit + 1 },
      ...(after !== undefined && { after: [after] }),
    };
    // Only records have reads, so that as many of them reach as far.
    const [rows = [], accesses = []] = await store.readToWrite(scope, [
      { table: 'records', ...range, columns: fieldColumnNames },
      { table: 'accesses', ...range, columns: ['id', 'last_at'] },
    ]);
    const lastAt = new Map(accesses.map(({ id, last_at }) => [id as string, last_at]));
    // Damaged ones too, so that they can be deleted; of those one of the two may be lost.
    for (const row of rows)
      if (row.family !== null || row.kind !== null) found.push(toScanRow(row, lastAt));
    isLast = rows.length <= limit;
    after = rows.at(-1)?.id as string | undefined;
  }
  const { page, ...next } = pageOf(found, limit, ({ id }) => cursors.encode([id], [scope]));
  return { rows: [...page], ...next };
}

function toScanRow(row: Row, lastAt: ReadonlyMap<string, unknown>): ScanRow {
  const lastAccessedAt = lastAt.get(row.id as string) ?? undefined;
  return scanRowOf({ ...fieldsIn(row), lastAccessedAt } as MemoryRecord);
}
