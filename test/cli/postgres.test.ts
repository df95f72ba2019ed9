import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Workplace } from './mneme.ts';
import { describeOnPostgres } from './on-postgres.ts';
import { ask, serve } from './serving.ts';

interface Report {
  scopes: { scope: string; records: number; known: number; sessions: number; checksum: string }[];
  documents?: { stores: number; documents: number; versions: number };
  keys?: number;
  left: string[];
}

describeOnPostgres('mneme on PostgreSQL', (another) => {
  const place = new Workplace();
  afterAll(() => place.remove());

  it('stores, finds, updates, documents and erases where --db says', async () => {
    const db = another();
    const run = <T>(...argv: string[]) => place.json<T>([...argv, '--db', db, '--scope', 'ada']);
    const { id } = await run<{ id: string }>('store', 'Prefers tea', '--metadata', 'project=heron');
    await run('store', 'Prefers window seats', '--metadata', 'project=egret');
    await run('update', id.slice(0, 8), 'Prefers green tea');
    const { memories } = await run<{ memories: object[] }>(
      ...['retrieve', 'what to drink?', '--where', 'project=heron'],
    );
    expect(memories).toMatchObject([{ id, content: 'Prefers green tea' }]);
    expect(await run('db', 'stats')).toMatchObject({
      backend: 'postgres',
      current: 2,
      superseded: 1,
    });
    const folder = place.path('notes');
    mkdirSync(folder);
    writeFileSync(join(folder, 'plan.md'), 'Ship on Friday');
    await run('documents', 'import', 'notes', folder);
    expect(await run('documents')).toMatchObject({ stores: [{ name: 'notes' }] });
    const erased = await place.json<object>(['scopes', 'erase', 'ada', '--yes', '--db', db]);
    expect(erased).toMatchObject({ records: 3 });
    expect(await run('documents')).toMatchObject({ stores: [] });
    expect(await run('list')).toMatchObject({ memories: [] });
  });

  it('makes no store only to read it, and shows no password', async () => {
    const { code, stderr } = await place.run(['list', '--db', another()]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/holds no store of Mneme.*not_found/),
    ]);
    const secret = another().replace('postgres@', 'postgres:hunter2@');
    const shown = await place.run(['config', '--db', secret]);
    const refused = await place.run(['list', '--db', 'postgres://ada:hunter2@127.0.0.1:1/']);
    expect(refused.code).toBe(2);
    for (const text of [shown.stdout, refused.stderr]) expect(text).not.toContain('hunter2');
  });

  it('serves in two copies: a write through one is read through the other at once', async () => {
    const db = another();
    const { key } = await place.json<{ key: string }>([
      ...['keys', 'create', '--db', db, '--scope', 'ada', '--access', 'read_write'],
    ]);
    const servers = [await serve(place, ['--db', db]), await serve(place, ['--db', db])] as const;
    const post = (at: 0 | 1, path: string, body: object) =>
      ask(servers[at], key, { method: 'POST', path, body });
    for (const [index, city] of ['Oslo', 'Lima', 'Accra', 'Hanoi'].entries()) {
      const writer = (index % 2) as 0 | 1;
      const content = `The office in ${city} opens in May`;
      await post(writer, '/v1/mneme/memories', { content, category: 'factual_knowledge' });
      const found = await post(writer === 0 ? 1 : 0, '/v1/mneme/retrieve', { query: city });
      const [best] = found.json.memories as unknown as { content: string }[];
      expect(best?.content).toBe(content);
    }
    const { json: store } = await post(0, '/v1/memory_stores', { name: 'Notes' });
    const path = `/v1/memory_stores/${store.id}/memories`;
    const { json: document } = await post(0, path, { path: '/a.md', content: 'one' });
    const read = await ask(servers[1], key, { path: `${path}/${document.id}` });
    expect(read.json).toMatchObject({ content: 'one' });
    await place
      .json(['keys', 'revoke', key.split('.')[0] ?? '', '--db', db])
      .catch(() => undefined);
    for (const server of servers) expect(await server.stop()).toBe(0);
  });

  it('copies a SQLite file with documents, keys and sessions there, and back the same', async () => {
    const there = another();
    const seat = ['--db', 'a.db', '--scope', 'ada'];
    const lines = Array.from({ length: 300 }, (_, index) => ({
      text: `I planted ${index} apple trees in the garden`,
      session: `s${index % 3}`,
      sequence: index,
      scope: 'ada',
    }));
    await place.json(['import', place.write('turns.jsonl', lines), '--db', 'a.db']);
    await place.json(['sessions', 'consolidate', ...seat]);
    const folder = place.path('papers');
    mkdirSync(folder);
    for (const name of ['plan.md', 'café.md'])
      writeFileSync(join(folder, name), `${name}: ship on Friday 🚀, and then rest`);
    await place.json(['documents', 'import', 'papers', folder, ...seat]);
    await place.json(['keys', 'create', ...seat]);
    const copy = (from: string, to: string) =>
      place.json<Report>(['db', 'copy', '--from', from, '--to', to]);
    const first = await copy('sqlite:a.db', there);
    expect(first).toMatchObject({
      documents: { stores: 1, documents: 2, versions: 2 },
      keys: 1,
      left: [],
    });
    expect(first.scopes[0]?.sessions).toBe(3);
    const again = await copy('sqlite:a.db', there);
    expect(again.scopes[0]).toMatchObject({ known: again.scopes[0]?.records });
    const back = await copy(there, 'sqlite:b.db');
    const told = ({ scopes: [scope], documents, keys }: Report) => [
      scope?.records,
      scope?.checksum,
      scope?.sessions,
      documents,
      keys,
    ];
    expect(told(back)).toEqual(told(first));
    const seen = async (db: string) => {
      const at = ['--db', db, '--scope', 'ada'];
      const { memories } = await place.json<{ memories: { id: string }[] }>([
        'retrieve',
        'apple trees',
        ...at,
      ]);
      const keys = await place.json(['keys', ...at]);
      const stores = await place.json(['documents', ...at]);
      const out = place.path(`out-${db.replace(/\W/g, '')}`);
      await place.json(['documents', 'export', 'papers', out, ...at]);
      const texts = readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'));
      const read = await place.json<{ windows?: number }>(['sessions', 'consolidate', ...at]);
      return { ids: memories.map(({ id }) => id), keys, stores, texts, read };
    };
    const original = await seen('a.db');
    expect(await seen(there)).toEqual(original);
    expect(await seen('b.db')).toEqual(original);
  });
});
