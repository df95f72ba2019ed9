import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { startPostgres, whyNoBinary } from '../../../tools/postgres-server.mjs';
import { exportAs } from '../src/index.ts';
import { usePlace } from './place.ts';

/**
 * Imports files written by the programs themselves, which are not dependencies. MNEME_TEST_PYTHON names a Python with
 * mem0ai, langgraph-checkpoint-sqlite and portable-ai-memory; MNEME_TEST_NODE_MODULES a folder `node_modules` with
 * `@modelcontextprotocol/server-memory`, `@langchain/langgraph-checkpoint-postgres` and `pg`.
 */
const python = process.env.MNEME_TEST_PYTHON ?? 'python3';
const modules = process.env.MNEME_TEST_NODE_MODULES;

const hasPython = (name: string) => spawnSync(python, ['-c', `import ${name}`]).status === 0;
const hasModule = (name: string) => {
  if (modules === undefined) return false;
  try {
    createRequire(join(modules, 'x.js')).resolve(name);
    return true;
  } catch {
    return false;
  }
};

function unless(present: boolean, what: string): boolean {
  if (!present) console.log(`skipped, ${what}: it is not installed`);
  return !present;
}

const missing = {
  langGraph: unless(hasPython('langgraph.store.sqlite'), 'the store of LangGraph for Python'),
  mem0: unless(hasPython('mem0'), 'mem0'),
  pam: unless(hasPython('portable_ai_memory'), 'the validator of Portable AI Memory'),
  server: unless(
    modules !== undefined && hasModule('@modelcontextprotocol/server-memory/package.json'),
    'the memory server of MCP',
  ),
  langGraphJs: unless(
    hasModule('@langchain/langgraph-checkpoint-postgres/store'),
    'the store of LangGraph for JavaScript',
  ),
};
const without = whyNoBinary();
const postgres = missing.langGraphJs || without !== undefined ? undefined : await startPostgres();
if (!missing.langGraphJs && without !== undefined)
  console.log(`skipped, the store of LangGraph for JavaScript: ${without}`);
afterAll(() => postgres?.stop());

const place = usePlace(() => new Date());

function runPython(program: string): void {
  const path = place.write('program.py', program);
  const { status, stderr } = spawnSync(python, [path], { encoding: 'utf8', cwd: place.folder });
  expect(status, stderr).toBe(0);
}

it.skipIf(missing.langGraph)('reads a store written by LangGraph for Python', async () => {
  const path = place.path('store.db');
  runPython(`
import sqlite3
from langgraph.store.sqlite import SqliteStore
connection = sqlite3.connect(${JSON.stringify(path)}, isolation_level=None)
store = SqliteStore(connection)
store.setup()
store.put(("users", "ada"), "k1", {"text": "Keeps bees", "mood": "calm"})
store.put(("users", "ada"), "k2", {"kind": "Memory", "content": {"content": "Lives in Porto"}}, ttl=60)
connection.close()
`);
  expect(await place.import(path)).toMatchObject({
    format: 'langgraph',
    created: 2,
    problemCount: 0,
  });
  const found = await place.all('langgraph/users/ada');
  expect(found.map(({ content }) => content).sort()).toEqual(['Keeps bees', 'Lives in Porto']);
  for (const { occurredAt } of found)
    expect(Math.abs(Date.now() - Date.parse(occurredAt))).toBeLessThan(60_000);
});

it.skipIf(missing.langGraphJs || postgres === undefined)(
  'reads a store written by LangGraph for JavaScript',
  async () => {
    const { url: address = '' } = postgres ?? {};
    const entry = createRequire(join(modules ?? '', 'x.js')).resolve(
      '@langchain/langgraph-checkpoint-postgres/store',
    );
    const { PostgresStore } = (await import(pathToFileURL(entry).href)) as {
      PostgresStore: { fromConnString(address: string, options?: object): LangGraphStore };
    };
    const store = PostgresStore.fromConnString(address, { schema: 'agents' });
    await store.setup();
    await store.put(['users', 'ada'], 'k1', { text: 'Keeps bees' });
    await store.put(['users', 'bo'], 'k1', { content: 'Sails' });
    await store.stop();
    expect(await place.import(address)).toMatchObject({
      format: 'langgraph',
      created: 2,
      problemCount: 0,
    });
    expect(await place.contents('langgraph/users/ada')).toEqual(['Keeps bees']);
    expect(await place.contents('langgraph/users/bo')).toEqual(['Sails']);
  },
);

interface LangGraphStore {
  setup(): Promise<void>;
  put(namespace: string[], key: string, value: object): Promise<void>;
  stop(): Promise<void>;
}

it.skipIf(missing.mem0)('reads the answers and the history of mem0', async () => {
  runPython(`
import json, os
folder = ${JSON.stringify(place.folder)}
os.environ.update(MEM0_DIR=folder, MEM0_TELEMETRY='False', OPENAI_API_KEY='none')
from mem0 import Memory
memory = Memory.from_config({
  'vector_store': {'provider': 'qdrant', 'config': {'path': folder + '/qdrant', 'embedding_model_dims': 10, 'on_disk': True}},
  'embedder': {'provider': 'openai', 'config': {'embedding_dims': 10}},
  'history_db_path': folder + '/history.db',
})
class Lengths:
  config = None
  def embed(self, text, *rest): return [float(len(text) % 7 + 1)] * 10
  def embed_batch(self, texts, *rest): return [self.embed(text) for text in texts]
memory.embedding_model = Lengths()
add = lambda text, **more: memory.add(text, user_id='ada', infer=False, **more)['results'][0]['id']
add('Likes window seats', metadata={'trip': 'Lisbon'})
moved = add('Lives in Porto')
gone = add('Forget me')
memory.update(moved, 'Lives in Rome')
memory.delete(gone)
json.dump(memory.get_all(filters={'user_id': 'ada'}, top_k=1000), open(folder + '/all.json', 'w'))
`);
  expect(await place.import(place.path('all.json'))).toMatchObject({
    format: 'mem0',
    created: 2,
    problemCount: 0,
  });
  const found = await place.all('ada');
  expect(found.map(({ content }) => content).sort()).toEqual([
    'Likes window seats',
    'Lives in Rome',
  ]);
  expect(found.find(({ content }) => content.includes('seats'))?.metadata).toEqual({
    trip: 'Lisbon',
  });
  // Its history has the same memories with the same ids, and one more text.
  const report = await place.import(place.path('history.db'), { scope: 'bo' });
  expect(report).toMatchObject({ created: 3, superseded: 1, skipped: { deleted: 1 } });
  expect((await place.contents('bo')).sort()).toEqual(['Likes window seats', 'Lives in Rome']);
});

it.skipIf(missing.server)('reads a graph written by the memory server of MCP', async () => {
  const path = place.path('memory.json');
  const entry = join(modules ?? '', '@modelcontextprotocol/server-memory/dist/index.js');
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, MEMORY_FILE_PATH: path },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const call = (id: number, method: string, params: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  call(1, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  const entities = [
    { name: 'Ada', entityType: 'person', observations: ['keeps bees', 'lives in Porto'] },
  ];
  call(2, 'tools/call', { name: 'create_entities', arguments: { entities } });
  let answers = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!answers.includes('"id":2') && `${answers}${text}`.includes('"id":2'))
      call(3, 'tools/call', {
        name: 'create_relations',
        arguments: { relations: [{ from: 'Ada', to: 'Heron', relationType: 'works_on' }] },
      });
    answers += text;
    if (answers.includes('"id":3')) child.kill();
  });
  await once(child, 'close');
  expect(readFileSync(path, 'utf8')).toContain('keeps bees');
  expect(await place.import(path)).toMatchObject({
    format: 'mcp-memory',
    created: 3,
    problemCount: 0,
  });
  expect((await place.contents()).sort()).toEqual([
    'Ada (person): keeps bees',
    'Ada (person): lives in Porto',
    'Ada works on Heron',
  ]);
});

it.skipIf(missing.pam)(
  'an export as Portable AI Memory passes its validator, history included',
  async () => {
    const ada = place.memory.scope('ada');
    await ada.storeMany([
      {
        content: 'I live in Porto',
        occurredAt: '2026-01-01T00:00:00Z',
        tags: ['Home & garden', '家'],
      },
      { content: 'I live in Rome', occurredAt: '2026-02-01T00:00:00Z' },
      {
        content: 'Straße  und\n\tCAFÉ ẞ',
        category: 'user_preference',
        metadata: { a: [1, { b: null }] },
      },
      { content: 'Said once', source: { session: 's', sequence: 0, speaker: 'Ada' } },
    ]);
    let text = '';
    const options = { format: 'pam', includeSuperseded: true, now: new Date() } as const;
    for await (const piece of exportAs(place.memory, options)) text += piece;
    place.write('store.json', text);
    runPython(`
import portable_ai_memory as pam
store = pam.load('store.json')
result = pam.validate(store)
assert result.is_valid and not result.issues, str(result)
assert len(store.memories) == 4
`);
  },
);
