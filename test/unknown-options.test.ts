import { createMemory, MnemeError } from '@mneme/core';
import { httpEmbedder, staticEmbedder, transformersEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import { describe, expect, it } from 'vitest';
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
import { sharedMemory } from './memory.ts';

const memory = await sharedMemory();

/** Each call with a misspelt name of an option. */
const calls: [string, string, (given: never) => unknown][] = [
  ['createMemory', 'embeder: embedder', (given) => createMemory(given)],
  ['createMemory, inside', 'decay.halfLifeDay: decay.halfLifeDays', (decay) => open({ decay })],
  [
    'createMemory, telemetry',
    'telemetry.captureContents: telemetry.captureContent',
    (given) => createMemory(given),
  ],
  ['store', 'catgory: category', (given) => ada().store(given)],
  ['store, options', 'onConflit: onConflict', (given) => ada().store({ content: 'a' }, given)],
  ['storeMany', 'onEror: onError', (given) => ada().storeMany([], given)],
  ['check', 'importence: importance', (given) => ada().check(given)],
  ['retrieve', 'limti: limit', (given) => ada().retrieve('a', given)],
  ['retrieve, inside', 'occurredAt.form: occurredAt.from', (at) => ada().retrieve('a', at)],
  ['recall', 'tokenBudge: tokenBudget', (given) => ada().recall('a', given)],
  ['episodes.append', 'sesion: session', (given) => ada().episodes.append([], given)],
  ['sessions.list', 'maxByte: maxBytes', (given) => ada().sessions.list(given)],
  ['sessions.get', 'fromSequnce: fromSequence', (given) => ada().sessions.get('a', given)],
  ['sessions.erase', 'reasn: reason', (given) => ada().sessions.erase('a', given)],
  ['list', 'min_importance: minImportance', (given) => ada().list(given)],
  ['whyNot', 'asOff: asOf', (given) => ada().whyNot('a', id, given)],
  ['delete', 'raeson: reason', (given) => ada().delete(id, given)],
  ['prune', 'maxRecord: maxRecords', (given) => ada().prune(given)],
  ['prune of all', 'dryrun: dryRun', (given) => memory.prune(given)],
  ['consolidate', 'maxCall: maxCalls', (given) => memory.consolidate(given)],
  ['erase', 'acter: actor', (given) => ada().erase(given)],
  ['reembed', 'batchsize: batchSize', (given) => memory.reembed(given)],
  ['audit', 'scop: scope', (given) => memory.audit(given)],
  ['stores.open', 'creat: create', (given) => ada().stores.open('a', given)],
  ['stores.create', 'descripton: description', (given) => ada().stores.create(given)],
  ['stores.list', 'includeArchive: includeArchived', (given) => ada().stores.list(given)],
  ['stores.update', 'nmae: name', (given) => ada().stores.update('a', given)],
  ['stores.archive', 'signl: signal', (given) => ada().stores.archive('a', given)],
  ['stores.expire', 'unreadForDay: unreadForDays', (given) => ada().stores.expire(given)],
  ['create', 'contnet: content', (given) => notes().create(given)],
  ['write', 'paht: path', (given) => notes().write(given)],
  ['update', 'preconditon: precondition', (given) => notes().update('/a', given)],
  ['delete of a document', 'reson: reason', (given) => notes().delete('/a', given)],
  ['list of documents', 'path_prefix: pathPrefix', (given) => notes().list(given)],
  ['search', 'limits: limit', (given) => notes().search('a', given)],
  ['versions', 'operaton: operation', (given) => notes().versions(given)],
  ['sqliteBackend', 'busyTimeout: busyTimeoutMs', (given) => sqliteBackend(given)],
  ['qdrantBackend', 'colection: collection', (given) => qdrantBackend(given)],
  ['staticEmbedder', 'pth: path', (given) => staticEmbedder(given)],
  ['httpEmbedder', 'apikey: apiKey', (given) => httpEmbedder(given)],
  ['transformersEmbedder', 'modelPath: modelsPath', (given) => transformersEmbedder(given)],
  ['prefetch', 'tokenBuget: tokenBudget', (given) => prefetch(ada(), 'a', given)],
  ['createPrefetchSession', 'minRelevence: minRelevance', (given) => prefetchSession(given)],
  ['directory', 'durablity: durability', (given) => directory('.', given)],
  ['fileMemoryTool', 'allowName: allowNames', (given) => fileMemoryTool(notes(), given)],
  ['attachStores', 'prefx: prefix', (given) => attachStores([], given)],
  ['an attachment', 'acess: access', (given) => attachStores([given])],
  ['compact', 'sumarize: summarize', (given) => compact([], given)],
  ['memoryTools', 'onConflct: onConflict', (given) => memoryTools(ada(), given)],
  ['createTurnMemory', 'keepTurn: keepTurns', (given) => createTurnMemory(ada(), given)],
  ['MnemeStore', 'feilds: fields', (given) => new MnemeStore(memory, given)],
  [
    'MnemeStore, inside',
    'ttl.defaultTTL: ttl.defaultTtl',
    (given) => new MnemeStore(memory, given),
  ],
];

const id = '0190b1c2-0000-7000-8000-000000000000';
const ada = () => memory.scope('ada');
const notes = () => ada().stores.at('memstore_1');
const open = ({ decay }: { decay: never }) => createMemory({ ...(decay as object) } as never);
const prefetchSession = (given: object) =>
  createPrefetchSession(ada(), { recall: createRecallLog(), ...given });

describe('an unknown option or field', () => {
  it.each(calls)('is refused by %s: %s', async (_, names, call) => {
    const [given, meant] = names.split(': ') as [string, string];
    const [outer, inner] = given.split('.');
    const options = inner === undefined ? { [given]: 'x' } : { [outer!]: { [inner]: 1 } };
    const error = await refusal(() => call(options as never));
    expect(error.code).toBe('invalid_input');
    expect(error.faults).toContainEqual(
      expect.objectContaining({
        field: expect.stringMatching(new RegExp(`(^|\\.)${given}$`)),
        unknown: expect.any(String),
        nearest: expect.stringMatching(new RegExp(`(^|\\.)${meant}$`)),
      }),
    );
    expect(error.message).toMatch(new RegExp(`${given}: did you mean [^ ]*${meant}\\?`));
  });

  it('is allowed in the source of a memory, which belongs to the application', async () => {
    const { id } = await ada().store({ content: 'Free keys stay', source: { speeker: 'Ada' } });
    expect((await ada().get(id))?.source).toEqual({ speeker: 'Ada' });
  });
});

async function refusal(call: () => unknown): Promise<MnemeError> {
  try {
    await call();
  } catch (error) {
    if (MnemeError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
