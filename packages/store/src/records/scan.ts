import {
  cursorCodec,
  type MemoryRecord,
  pageOf,
  type ScanRequest,
  type ScanResponse,
  scanRowOf,
} from '@mneme/core/contract';
import type { Row } from '../rows/rows.ts';
import { accessQuestion } from './accesses.ts';
import { fieldColumnNames, fieldsIn } from './fields.ts';
import type { RecordGround } from './ground.ts';

const cursors = cursorCodec('scan', ['string']);

export async function scan(
  { rows: store }: RecordGround,
  { scope, limit, cursor }: ScanRequest,
): Promise<ScanResponse> {
  const [start] = cursors.decode(cursor, [scope]) ?? [];
  const found: Row[] = [];
  let after = start;
  for (let isLast = false; !isLast && found.length <= limit; ) {
    const [rows = []] = await store.read(scope, [
      {
        ...{ table: 'records', is: [scope], limit: limit + 1, columns: fieldColumnNames },
        ...(after !== undefined && { after: [after] }),
      },
    ]);
    found.push(...rows.filter(({ family }) => family !== null));
    isLast = rows.length <= limit;
    after = rows.at(-1)?.id as string | undefined;
  }
  const { page, ...next } = pageOf(found, limit, ({ id }) =>
    cursors.encode([id as string], [scope]),
  );
  const ids = page.map(({ id }) => id as string);
  const [accesses = []] = await store.read(scope, [accessQuestion(scope, ids)]);
  const lastAt = new Map(accesses.map((row) => [row.id, row.last_at as string]));
  return {
    rows: page.map((row) => {
      const lastAccessedAt = lastAt.get(row.id as string);
      return scanRowOf({ ...fieldsIn(row), lastAccessedAt } as MemoryRecord);
    }),
    ...next,
  };
}
