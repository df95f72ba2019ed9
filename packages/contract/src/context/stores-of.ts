import {
  type Backend,
  isMemory,
  type MemoryBackend,
  type MemoryRecord,
  MnemeError,
} from '../interfaces/index.ts';
import type { EngineContext } from './context.ts';

/** All backends of a memory: the one of the records, and the one of the documents if that is another. */
export function storesOf({ backend, apart }: Pick<EngineContext, 'backend' | 'apart'>): Backend[] {
  return apart === undefined ? [backend] : [backend, apart];
}

/** The memories of these ids, without the engine's own records. */
export async function readMemories(
  backend: Pick<MemoryBackend, 'get'>,
  scope: string,
  ids: readonly string[],
): Promise<MemoryRecord[]> {
  if (ids.length === 0) return [];
  const rows = await backend.get(scope, ids);
  return rows.map(({ record }) => record).filter(isMemory);
}

/** Vectors of these records, by id. */
export async function readVectors(
  backend: Pick<MemoryBackend, 'get'>,
  scope: string,
  ids: readonly string[],
): Promise<Map<string, Float32Array>> {
  const rows = await backend.get(scope, ids, { vectors: true });
  return new Map(
    rows.flatMap(({ record, vector }) => (vector === undefined ? [] : [[record.id, vector]])),
  );
}

/** The error for an id that the scope does not have. */
export function noMemory(id: string, advice = 'list shows what is there'): MnemeError {
  const problem = `no memory of this scope has the id ${id}: ${advice}`;
  return new MnemeError('not_found', problem, { field: 'id' });
}
