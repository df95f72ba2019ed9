import { createMemory, type MnemeError } from '@mneme/core';
import { httpEmbedder, staticEmbedder, transformersEmbedder } from '@mneme/embedders';
import { openMemory } from '@mneme/runtime';
import { sqliteBackend } from '@mneme/sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import {
  attachStores,
  compact,
  createPrefetchSession,
  createRecallLog,
  createTurnMemory,
  directory,
  fileMemoryTool,
  memoryTools,
  prefetch,
} from '../packages/agent/src/index.ts';
import { MnemeStore } from '../packages/langgraph/src/index.ts';
import { qdrantBackend } from '../packages/vector-backend/src/index.ts';
import { calls, fieldsOf, makeCall, openPlace, refusal, withField } from './every-call.ts';

const place = await openPlace();
afterAll(() => place.close());
const { memory, notes } = place;

/** Each call with a misspelt name of an option. */
const others: [string, string, (given: never) => unknown][] = [
  ['createMemory', 'embeder: embedder', (given) => createMemory(given)],
  ['createMemory, inside', 'decay.halfLifeDay: decay.halfLifeDays', (decay) => open({ decay })],
  [
    'createMemory, telemetry',
    'telemetry.captureContents: telemetry.captureContent',
    (given) => createMemory(given),
  ],
  ['retrieve, inside', 'occurredAt.form: occurredAt.from', (at) => ada().retrieve('a', at)],
  ['openMemory', 'embeder: embedder', (given) => openMemory(given)],
  ['sqliteBackend', 'busyTimeout: busyTimeoutMs', (given) => sqliteBackend(given)],
  ['qdrantBackend', 'colection: collection', (given) => qdrantBackend(given)],
  ['staticEmbedder', 'pth: path', (given) => staticEmbedder(given)],
  ['httpEmbedder', 'apikey: apiKey', (given) => httpEmbedder(given)],
  ['transformersEmbedder', 'modelPath: modelsPath', (given) => transformersEmbedder(given)],
  ['prefetch', 'tokenBuget: tokenBudget', (given) => prefetch(ada(), 'a', given)],
  ['createPrefetchSession', 'minRelevence: minRelevance', (given) => prefetchSession(given)],
  ['directory', 'durablity: durability', (given) => directory('.', given)],
  ['fileMemoryTool', 'allowName: allowNames', (given) => fileMemoryTool(notes, given)],
  ['attachStores', 'prefx: prefix', (given) => attachStores([], given)],
  ['an attachment', 'acess: access', (given) => attachStores([given])],
  ['compact', 'sumarize: summarize', (given) => compact([], given)],
  ['memoryTools', 'actr: actor', (given) => memoryTools(ada(), given)],
  ['createTurnMemory', 'keepTurn: keepTurns', (given) => createTurnMemory(ada(), given)],
  ['MnemeStore', 'feilds: fields', (given) => new MnemeStore(memory, given)],
  [
    'MnemeStore, inside',
    'ttl.defaultTTL: ttl.defaultTtl',
    (given) => new MnemeStore(memory, given),
  ],
];

const ada = () => memory.scope('ada');
const open = ({ decay }: { decay: never }) => createMemory({ ...(decay as object) } as never);
const prefetchSession = (given: object) =>
  createPrefetchSession(ada(), { recall: createRecallLog(), ...given });

/** An error that names the unknown field and the one that was meant. */
function expectNearest(error: MnemeError | undefined, given: string, meant: string) {
  expect(error?.code).toBe('invalid_input');
  expect(error?.faults).toContainEqual(
    expect.objectContaining({
      field: expect.stringMatching(new RegExp(`(^|\\.)${given}$`)),
      unknown: expect.any(String),
      nearest: expect.stringMatching(new RegExp(`(^|\\.)${meant}$`)),
    }),
  );
  expect(error?.message).toMatch(new RegExp(`${given}: did you mean [^ ]*${meant}\\?`));
}

describe('an unknown option or field', () => {
  it.each(Object.keys(calls))('is refused by %s', async (name) => {
    for (const [at, fields] of await fieldsOf(place, name)) {
      const meant = fields.find((field) => field.length > 3);
      if (meant === undefined) continue;
      const given = meant.slice(0, 3) + meant.slice(4);
      const misspelt = withField(calls[name]!(place), at, { [given]: 'x' });
      expectNearest(await refusal(() => makeCall(place, name, misspelt)), given, meant);
    }
  });

  it.each(others)('is refused by %s: %s', async (_, names, call) => {
    const [given, meant] = names.split(': ') as [string, string];
    const [outer, inner] = given.split('.');
    const options = inner === undefined ? { [given]: 'x' } : { [outer!]: { [inner]: 1 } };
    expectNearest(await refusal(() => call(options as never)), given, meant);
  });

  it('is allowed in the source of a memory, which belongs to the application', async () => {
    const { id } = await ada().store({ content: 'Free keys stay', source: { speeker: 'Ada' } });
    expect((await ada().get(id))?.source).toEqual({ speeker: 'Ada' });
  });
});
