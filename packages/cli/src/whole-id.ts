import { type MemoryScope, MnemeError } from '@mneme/core';
import { show } from '@mneme/core/input';

const shortened = /^[0-9a-f-]{4,35}$/i;

/** An id may be shortened to its beginning where that is of one memory alone; anything else is the library's to check. */
export async function wholeId(scope: MemoryScope, given: string): Promise<string> {
  if (!shortened.test(given)) return given;
  const [id, ...others] = await scope.findIds(given);
  if (id === undefined) throw noSuchMemory(scope.name, given);
  if (others.length === 0) return id;
  throw new MnemeError('invalid_input', [
    {
      field: 'id',
      problem: `is "${given}", with which several ids begin`,
      advice: `give more of one of them: ${[id, ...others].join(', ')}`,
    },
  ]);
}

export function noSuchMemory(scope: string, id: string): MnemeError {
  return new MnemeError('not_found', `id is ${show(id)}: the scope "${scope}" has no such memory`, {
    field: 'id',
  });
}
