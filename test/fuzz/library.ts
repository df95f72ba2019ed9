import { createMemory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import { calls, makeCall } from '../every-call.ts';
import { argumentsOf, type Entrance, ofCall } from './entrance.ts';

const embedder = staticEmbedder();

export const libraryEntrances: readonly Entrance[] = [
  {
    name: 'createMemory',
    valid: () => [{ backend: {}, embedder, secrets: 'mask', maxStoreItems: 100 }],
    call: (_, given) => ofCall(() => createMemory(argumentsOf(given)[0] as never)),
  },
  {
    name: 'sqliteBackend',
    valid: () => [{ path: ':memory:', busyTimeoutMs: 100, durability: 'normal' }],
    call: (_, given) => ofCall(() => sqliteBackend(argumentsOf(given)[0] as never)),
  },
  ...Object.entries(calls).map(
    ([name, valid]): Entrance => ({
      name,
      valid,
      async call(place, given) {
        const outcome = await ofCall(() => makeCall(place, name, argumentsOf(given)));
        // Files read before a refused one stay, and the caller's own iterator may throw.
        if (name !== 'DocumentStore.import') return outcome;
        const own = outcome.complaint?.includes('a trap was touched');
        return { refused: false, complaint: own ? undefined : outcome.complaint };
      },
    }),
  ),
];
