import { isMemory } from './kept-record.ts';
import type { MemoryBackend, ScanRow } from './memory-backend.ts';
import type { MemoryRecord } from './record.ts';

const pageSize = 1000;

/**
 * See {@link MemoryBackend.history}. For a store without it: reads the whole scope to find which record replaced which.
 */
export async function historyOf(
  backend: Pick<MemoryBackend, 'history' | 'scan' | 'get'>,
  scope: string,
  id: string,
): Promise<MemoryRecord[]> {
  if (backend.history !== undefined) return backend.history(scope, id);
  const beside = new Map<string, string[]>();
  const connect = (one: string, other: string) =>
    beside.set(one, [...(beside.get(one) ?? []), other]);
  for (let cursor: string | undefined; ; ) {
    const page: { rows: ScanRow[]; nextCursor?: string } = await backend.scan({
      scope,
      limit: pageSize,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const { id: one, supersededBy: other } of page.rows)
      if (other !== undefined) {
        connect(one, other);
        connect(other, one);
      }
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  const connected = new Set([id]);
  for (const one of connected) for (const other of beside.get(one) ?? []) connected.add(other);
  const rows = await backend.get(scope, [...connected]);
  return rows.map(({ record }) => record).filter(isMemory);
}
