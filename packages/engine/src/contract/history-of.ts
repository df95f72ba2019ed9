import { isMemory } from './kept-record.ts';
import type { MemoryBackend } from './memory-backend.ts';
import { pages } from './pages.ts';
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
  const read = (cursor?: string) => backend.scan({ scope, limit: pageSize, cursor });
  for await (const { rows } of pages(read))
    for (const { id: one, supersededBy: other } of rows)
      if (other !== undefined) {
        connect(one, other);
        connect(other, one);
      }
  const connected = new Set([id]);
  for (const one of connected) for (const other of beside.get(one) ?? []) connected.add(other);
  const rows = await backend.get(scope, [...connected]);
  return rows.map(({ record }) => record).filter(isMemory);
}
