import { createMemory, type Memory } from '@mneme/core';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import {
  type OwnPostgresServer,
  startPostgres,
  whyNoBinary,
} from '../../../tools/postgres-server.mjs';
import { postgresBackend } from '../src/index.ts';
import { type CutProxy, cutProxy } from './cut-proxy.ts';

const reason = whyNoBinary();

describe.skipIf(reason)(
  `PostgreSQL with another past${reason ? ` [skipped: ${reason}]` : ''}`,
  () => {
    const open = (url: string) =>
      createMemory({
        backend: postgresBackend({ connectionString: url }),
        embedder: letterEmbedder,
      });

    async function sql<Row>(url: string, text: string): Promise<Row[]> {
      const admin = new URL(url);
      admin.username = 'postgres';
      const client = new pg.Client({ connectionString: admin.href });
      await client.connect();
      try {
        const result: pg.QueryResult | pg.QueryResult[] = await client.query(text);
        return (Array.isArray(result) ? result.at(-1) : result)?.rows as Row[];
      } finally {
        await client.end();
      }
    }

    const revisionOf = async (url: string) => {
      const [row] = await sql<{ revision: number }>(
        url,
        `SELECT revision::float8 FROM mneme.scopes WHERE scope = 'ada'`,
      );
      return row?.revision ?? 0;
    };

    /** Writes to the scope until it has this revision. */
    async function writeUntil(
      wanted: number,
      { url, memory }: { url: string; memory: Memory },
    ): Promise<void> {
      do {
        await memory
          .scope('ada')
          .store({ content: 'Swims in the lake' }, { onConflict: 'keepBoth' });
      } while ((await revisionOf(url)) < wanted);
    }

    /** What a memory finds, by words and by meaning, and in a store of documents. */
    async function foundBy(memory: Memory): Promise<unknown> {
      const ada = memory.scope('ada');
      const { memories } = await ada.retrieve('tea lake jazz', { limit: 20, minRelevance: 0 });
      const store = await ada.stores.open('notes');
      const { documents } = await store.search('tea lake jazz');
      return [
        memories.map(({ content }) => content).sort(),
        documents.map(({ excerpt }) => excerpt).sort(),
      ];
    }

    interface Situation {
      server: OwnPostgresServer;
      proxy: CutProxy;
      earlier: string;
    }

    /** Each replaces what the server has by what it had when `earlier` was copied. */
    const returns: Record<string, (situation: Situation) => Promise<() => Promise<void>>> = {
      async 'a copy that was restored'({ server, earlier }) {
        await server.restore(earlier);
        return async () => {};
      },
      async 'a replica that was promoted without the last writes'({ server, proxy, earlier }) {
        const replica = await startPostgres({ from: earlier, standby: true });
        proxy.target = replica.url;
        await server.kill();
        await sql(replica.url, 'SELECT pg_promote()');
        return () => replica.stop();
      },
      async 'tables that were filled again'({ proxy, earlier }) {
        const source = await startPostgres({ from: earlier });
        const names = await sql<{ name: string }>(
          source.url,
          `SELECT table_name::text AS name FROM information_schema.columns
           WHERE table_schema = 'mneme' AND column_name = 'scope'`,
        );
        for (const { name } of names) {
          const rows = await sql<{ row: object }>(
            source.url,
            `SELECT row_to_json(t) AS row FROM ONLY mneme.${name} t`,
          );
          await sql(
            proxy.target,
            `BEGIN; TRUNCATE ONLY mneme.${name};
           INSERT INTO mneme.${name}
             SELECT * FROM json_populate_recordset(NULL::mneme.${name}, ${pg.escapeLiteral(JSON.stringify(rows.map(({ row }) => row)))}); COMMIT`,
          );
        }
        await source.stop();
        return async () => {};
      },
    };
    /** What is written afterwards, until the scope has this revision. */
    const laterRevisions: Record<string, (known: number) => number | undefined> = {
      'and nothing new': () => undefined,
      'and new writes up to the same revision': (known) => known,
      'and new writes beyond it': (known) => known + 40,
    };

    const situations = [
      ['a copy that was restored', 'and nothing new'],
      ['a copy that was restored', 'and new writes beyond it'],
      [
        'a replica that was promoted without the last writes',
        'and new writes up to the same revision',
      ],
      ['tables that were filled again', 'and new writes up to the same revision'],
    ] as const;
    it.each(situations)(
      'a running memory answers what is there now after %s, %s',
      async (what, then) => {
        const server = await startPostgres();
        const proxy = await cutProxy(server.url);
        const memory = await open(proxy.url);
        const ada = memory.scope('ada');
        const [tea] = await ada.storeMany([
          { content: 'Drinks tea' },
          { content: 'Sails on the lake' },
        ]);
        const notes = await ada.stores.open('notes', { create: true });
        await notes.write({ path: '/a', content: 'The tea is green' });
        const before = await foundBy(memory);
        const earlier = await server.copy();

        await ada.update(tea?.id as string, { content: 'Drinks coffee with the tea' });
        await ada.store({ content: 'Plays jazz' });
        await notes.write({ path: '/a', content: 'The tea is black, and so is jazz' });
        expect(await foundBy(memory)).not.toEqual(before);
        const known = await revisionOf(server.url);

        const end = await (returns[what] as (typeof returns)[string])({ server, proxy, earlier });
        const wanted = laterRevisions[then]?.(known);
        const fresh = await open(proxy.target);
        if (wanted !== undefined) {
          await writeUntil(wanted, { url: proxy.target, memory: fresh });
          expect(await revisionOf(proxy.target)).toBe(wanted);
        }
        const found = await foundBy(fresh);
        expect(JSON.stringify(found)).not.toContain('jazz');
        expect(await foundBy(memory)).toEqual(found);
        await memory.close();
        await fresh.close();
        await proxy.close();
        await end();
        await server.stop();
      },
    );
  },
);
