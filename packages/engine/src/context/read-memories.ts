import { isMemory, type MemoryBackend, type MemoryRecord } from '../contract/index.ts';

/** The memories of these ids, without what the engine keeps for itself. */
export async function readMemories(
  backend: Pick<MemoryBackend, 'get'>,
  scope: string,
  ids: readonly string[],
): Promise<MemoryRecord[]> {
  return (await backend.get(scope, ids)).filter(isMemory);
}
