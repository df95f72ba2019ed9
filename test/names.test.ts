import { sqliteBackend } from '@mneme/sqlite';
import { expect, it } from 'vitest';
import { memoryTools } from '../packages/agent/src/index.ts';
import { exportRecords } from '../packages/runtime/src/index.ts';
import { Keys, memoryKeys } from '../packages/server/src/index.ts';
import { sharedMemory } from './memory.ts';

const memory = await sharedMemory();
await memory.scope('ada').store({ content: 'Likes tea' });
await memory.scope('ada').stores.open('notes', { create: true });

const disguises = ['X ', ' X', 'X\u00a0', 'X\n', 'X\u200b', '\ufeffX', 'X\u2028', 'X\u3000'];
const as = (name: string, disguise: string) => disguise.replace('X', name);

/** Every call that takes a name, such as a scope, a session or a path. */
const places: Record<string, (disguise: string) => unknown> = {
  scope: (disguise) => memory.scope(as('ada', disguise)),
  'scope of the audit': (disguise) => memory.audit({ scope: as('ada', disguise) }),
  'scope of a key': (disguise) => new Keys(memoryKeys()).create({ scope: as('ada', disguise) }),
  'scope of an export': (disguise) =>
    exportRecords(sqliteBackend({ path: ':memory:' }), { scopes: [as('ada', disguise)] }).next(),
  store: (disguise) => memory.scope('ada').stores.open(as('notes', disguise)),
  'new store': (disguise) => memory.scope('ada').stores.create({ name: as('notes', disguise) }),
  'renamed store': (disguise) =>
    memory.scope('ada').stores.update('x', { name: as('notes', disguise) }),
  session: (disguise) => source({ session: as('s1', disguise) }),
  speaker: (disguise) => source({ speaker: as('Bob', disguise) }),
  externalId: (disguise) => source({ externalId: as('7', disguise) }),
  actor: (disguise) =>
    memory.scope('ada').store({ content: 'a' }, { actor: as('application', disguise) }),
  'actor of tools': (disguise) => memoryTools(memory.scope('ada'), { actor: as('m', disguise) }),
  author: (disguise) =>
    memory.scope('ada').stores.as({ type: 'user_actor', userId: as('u', disguise) }),
};

function source(given: Record<string, unknown>) {
  return memory.scope('ada').store({ content: 'Likes coffee', source: given });
}

it.each(Object.keys(places))('refuses a disguised name: %s', async (place) => {
  for (const disguise of disguises) {
    const given = (async () => (places[place] as (disguise: string) => unknown)(disguise))();
    await expect(given).rejects.toMatchObject({ code: 'invalid_input' });
  }
});
