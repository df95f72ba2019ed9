import {
  cursorCodec,
  type ListRequest,
  type ListResponse,
  type MemoryRecord,
  pageOf,
} from '@mneme/core/contract';
import type { Row } from '../rows/rows.ts';
import { memoriesWithAccesses } from './accesses.ts';
import type { RecordGround } from './ground.ts';
import { type ListedRows, listedRows } from './listed-rows.ts';
import { toMemories } from './record-row.ts';

/** The records of a scope, or the turns of a session, page by page. */
export async function list(ground: RecordGround, request: ListRequest): Promise<ListResponse> {
  const { limit, readOnly } = request;
  const cursors = cursorsOf(request);
  const start = cursors.decode(request.cursor);
  const rows = await listedRows(ground, request, start);
  const { page, ...next } = pageOf(rows, limit, cursors.encode);
  const records = readOnly
    ? toMemories(page)
    : await memoriesWithAccesses(ground, request.scope, page);
  return { records, ...next };
}
