import { type MemoryScope, MnemeError } from '@mneme/core';
import { show } from '@mneme/core/input';

const shortened = /^[0-9a-f-]{4,35}$/i;

/** An id as people see it: its last characters, which differ even for ids made at the same time. */
export function shortId(id: string): string {
  return id.slice(-8);
}

/** An id may be shortened to its end or its beginning if only one memory matches; otherwise the library checks it. */
export async function wholeId(scope: MemoryScope, given: string): Promise<string> {
  if (!shortened.test(given)) return given;
  const [id, ...others] = await scope.findIds(given);
  if (id === undefined) throw noSuchMemory(scope.name, given);
  if (others.length === 0) return id;
  throw new MnemeError('invalid_input', [
    {
      field: 'id',
      problem: `is "${given}", which several ids begin or end with`,
      advice: `give more of one of them: ${[id, ...others].join(', ')}`,
    },
  ]);
}

export function noSuchMemory(scope: string, id: string): MnemeError {
  return new MnemeError('not_found', `id is ${show(id)}: the scope "${scope}" has no such memory`, {
    field: 'id',
  });
}
