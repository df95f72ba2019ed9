import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemory } from '@mneme/core';
import { postgresRows } from '@mneme/postgres';
import { qdrantBackend } from '@mneme/qdrant';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { letterEmbedder } from '../../tools/letter-embedder.mjs';
import { mneme, Workplace } from './mneme.ts';
import { describeOnPostgres } from './on-postgres.ts';
import { describeOnQdrant } from './on-qdrant.ts';

interface Report {
  scopes: {
    records: number;
    known: number;
    auditLines: number;
    sessions: number;
    checksum: string;
  }[];
  documents?: { stores: number; documents: number; versions: number };
  keys?: number;
  left: string[];
}

describeOnPostgres('PostgreSQL', (postgres) => {
  describeOnQdrant('with SQLite and Qdrant', (seat) => {
    const place = new Workplace();
    let env: Record<string, string>;
    beforeAll(() => {
      ({ env } = seat());
    });
    afterAll(() => place.remove());
    const run = <T>(...argv: string[]) => place.json<T>(argv, { env });

    it('copies everything to and from SQLite, even after an interrupted copy, and a Qdrant beside either finds it', async () => {
      const at = (db: string) => ['--db', db, '--scope', 'ada'];
      const turns = Array.from({ length: 400 }, (_, index) => ({
        text: `I planted ${index} apple trees in the garden`,
        session: `s${index % 3}`,
        sequence: index,
        scope: 'ada',
      }));
      await run('import', place.write('turns.jsonl', turns), '--db', 'a.db');
      await run('sessions', 'consolidate', ...at('a.db'));
      await run('store', 'The meeting is on Monday', ...at('a.db'));
      await run('store', 'The meeting is on Friday', ...at('a.db'));
      const folder = place.path('papers');
      mkdirSync(folder);
      for (const text of ['one', 'two 🚀', 'three']) {
        writeFileSync(join(folder, 'plan.md'), text);
        writeFileSync(join(folder, `${text.slice(0, 3)}.md`), text);
        await run('documents', 'import', 'papers', folder, ...at('a.db'));
      }
      const { id } = await run<{ id: string }>('keys', 'create', ...at('a.db'));
      await run('keys', 'create', ...at('a.db'));
      await run('keys', 'revoke', id, '--db', 'a.db');

      const [first, second] = [postgres(), postgres()];
      const copy = (from: string, to: string) =>
        run<Report>('db', 'copy', '--from', from, '--to', to);
      const cutOff = async (from: string, to: string) => {
        const child = place.start(mneme`db copy --from ${from} --to ${to} --progress`, {
          env,
        });
        child.stderr?.once('data', () => child.kill('SIGKILL'));
        await once(child, 'exit');
        const report = await copy(from, to);
        expect(report.scopes[0]?.known).toBeGreaterThan(0);
        return report;
      };
      const countsOf = ({ scopes, documents, keys }: Report) => ({
        // Copying documents adds an audit line.
        scopes: scopes.map(({ known: _, auditLines: __, ...scope }) => scope),
        documents,
        keys,
      });
      const whole = countsOf(await cutOff('sqlite:a.db', first));
      expect(whole).toMatchObject({
        scopes: [{ sessions: 3 }],
        documents: { stores: 1, documents: 4, versions: 6 },
        keys: 2,
      });
      expect(countsOf(await copy(first, second))).toEqual(whole);
      expect(countsOf(await copy(second, 'sqlite:b.db'))).toEqual(whole);
      const seen = async (...db: string[]) => {
        const [address = '', ...rows] = db;
        const consolidated = await run<object>(
          ...['sessions', 'consolidate', ...at(address), ...rows],
        );
        const { memories } = await run<{ memories: { id: string }[] }>(
          ...['retrieve', 'when is the meeting?', ...at(address), ...rows],
        );
        return { consolidated, ids: memories.map(({ id }) => id) };
      };
      const original = await seen('a.db');
      for (const db of [first, second, 'b.db']) expect(await seen(db)).toEqual(original);
      for (const rows of [second, 'b.db'])
        expect(await seen(seat().another(), '--rows', rows)).toEqual(original);
      const beside = async (db: string, index: number) => {
        const out = place.path(`out-${index}`);
        await run('documents', 'export', 'papers', out, ...at(db));
        const texts = readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'));
        return [texts, await run('documents', ...at(db)), await run('keys', ...at(db))];
      };
      const [own, ...others] = await Promise.all(['a.db', first, second, 'b.db'].map(beside));
      for (const other of others) expect(other).toEqual(own);
    });

    it('keeps all in PostgreSQL beside Qdrant, from the library', async () => {
      const [, url = '', collection = ''] = /^qdrant:(.*)\/(.*)$/.exec(seat().another()) ?? [];
      const [connectionString, schema] = postgres().split('?schema=');
      const memory = await createMemory({
        backend: qdrantBackend({
          ...{ url, collection, apiKey: env.QDRANT_API_KEY },
          rows: postgresRows({ connectionString, schema }),
        }),
        embedder: letterEmbedder,
      });
      const ada = memory.scope('ada');
      const { id } = await ada.store({ content: 'Prefers tea' });
      const store = await ada.stores.open('notes', { create: true });
      await store.create({ path: '/plan.md', content: 'Ship on Friday' });
      expect((await ada.retrieve('tea')).memories).toMatchObject([{ id }]);
      expect((await store.search('ship')).documents).toMatchObject([{ path: '/plan.md' }]);
      const { records, verified } = await ada.erase();
      expect([records, verified.map(({ left }) => left)]).toEqual([1, verified.map(() => 0)]);
      expect((await ada.retrieve('tea')).memories).toEqual([]);
      await memory.close();
    });
  });
});
