import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, it } from 'vitest';
import { calls, prepare } from './calls.ts';
import { describeOnPostgres, newSchema } from './on-server.ts';
import { auditLine, embedder, now, put } from './records.ts';
import { watchedPool } from './watched-pool.ts';

const tables = [
  'records',
  'facets',
  'vectors',
  'audit',
  'stores',
  'documents',
  'versions',
  'chunks',
];

describeOnPostgres('PostgreSQL keeps scopes apart by itself', (seat) => {
  it('shows a role without privileges the rows of the one scope that its transaction names, and no others', async () => {
    const schema = newSchema();
    const role = `role_${schema}`;
    await seat.sql(`CREATE ROLE "${role}" LOGIN PASSWORD 'secret'`);
    await seat.sql(`CREATE SCHEMA "${schema}" AUTHORIZATION "${role}"`);
    const url = new URL(seat.url());
    url.username = role;
    url.password = 'secret';
    // The owner of the tables: the policies apply to it too.
    const backend = seat.make(schema, { connectionString: url.href });
    await backend.open({ embedder });
    for (const scope of ['ada', 'bob'])
      await backend.commit({
        scope,
        expect: [],
        puts: [put(scope === 'ada' ? 1 : 2, scope)],
        removals: [],
        audit: [{ at: now, action: 'create', scope, actor: 'test', reason: 'stored' }],
      });
    expect(await backend.scopes()).toEqual(['ada', 'bob']);
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    const counts = async (setting: string) => {
      await client.query(`BEGIN; SET LOCAL search_path TO "${schema}"; ${setting}`);
      const rows: Record<string, string> = {};
      for (const table of tables) {
        const { rows: found } = await client.query<{ scopes: string }>(
          `SELECT coalesce(string_agg(DISTINCT scope, ','), '') AS scopes FROM ${table}`,
        );
        rows[table] = found[0]?.scopes ?? '';
      }
      await client.query('ROLLBACK');
      return [...new Set(Object.values(rows))].filter((scopes) => scopes !== '');
    };
    expect(await counts('SELECT 1')).toEqual([]);
    expect(await counts(`SET LOCAL mneme.scope = 'ada'`)).toEqual(['ada']);
    expect(await counts(`SET LOCAL mneme.every_scope = 'on'`)).toEqual(['ada,bob']);
    // As if a condition were missing: no row of another scope can be read or written.
    await client.query(
      `BEGIN; SET LOCAL search_path TO "${schema}"; SET LOCAL mneme.scope = 'ada'`,
    );
    expect((await client.query('DELETE FROM records')).rowCount).toBe(1);
    const across = client.query(
      `INSERT INTO audit (scope, at, entry) VALUES ('bob', '${now}', '{}')`,
    );
    await expect(across).rejects.toMatchObject({ code: '42501' });
    await client.query('ROLLBACK');
    await client.end();
    await backend.close();
    await seat.sql(`DROP OWNED BY "${role}" CASCADE`);
    await seat.sql(`DROP ROLE "${role}"`);
  });

  it('is complete for a role with the grants of docs/postgres.md, which does not own the tables', async () => {
    const schema = newSchema();
    const [owner, app] = [`owner_${schema}`, `app_${schema}`];
    for (const role of [owner, app])
      await seat.sql(`CREATE ROLE "${role}" LOGIN PASSWORD 'secret'`);
    await seat.sql(`CREATE SCHEMA "${schema}" AUTHORIZATION "${owner}"`);
    const as = (role: string) => {
      const url = new URL(seat.url());
      url.username = role;
      url.password = 'secret';
      return seat.make(schema, { connectionString: url.href });
    };
    const first = as(owner);
    await first.open({});
    await first.close();
    const page = readFileSync(new URL('../../../docs/postgres.md', import.meta.url), 'utf8');
    const grants = page.split('\n').filter((line) => /^(GRANT|ALTER DEFAULT)/.test(line));
    expect(grants).toHaveLength(5);
    for (const grant of grants)
      await seat.sql(
        grant
          .replace(/SCHEMA mneme/, `SCHEMA "${schema}"`)
          .replace(/ROLE mneme/, `ROLE "${owner}"`)
          .replace(/TO app/, `TO "${app}"`),
      );
    const backend = as(app);
    await backend.open({ embedder });
    await prepare(backend);
    for (const [at, call] of Object.values(calls).entries()) await call(backend, at + 1);
    expect((await backend.erase('ada', auditLine('erased'))).records).toBeGreaterThan(0);
    await backend.close();
    for (const role of [app, owner]) {
      await seat.sql(`DROP OWNED BY "${role}" CASCADE`);
      await seat.sql(`DROP ROLE "${role}"`);
    }
  });

  it('warns once at open of a role to which the policies do not apply, and of no other one', async () => {
    const schema = newSchema();
    const role = `role_${schema}`;
    await seat.sql(`CREATE ROLE "${role}" LOGIN PASSWORD 'secret'`);
    await seat.sql(`CREATE SCHEMA "${schema}" AUTHORIZATION "${role}"`);
    const url = new URL(seat.url());
    url.username = role;
    url.password = 'secret';
    /** Opens it twice as often as it may warn. The last warning is the test's own. */
    const warnings = async (connectionString: string) => {
      const found: string[] = [];
      const listen = (warning: Error & { code?: string }) => {
        if (warning.code === 'MNEME_ROW_SECURITY') found.push(warning.message);
      };
      process.on('warning', listen);
      const backend = seat.make(schema, { connectionString });
      await backend.open({});
      await backend.scopes();
      const last = once(process, 'warning');
      process.emitWarning('the end of the test');
      await last;
      process.off('warning', listen);
      await backend.close();
      return found;
    };
    expect(await warnings(url.href)).toEqual([]);
    expect(await warnings(seat.adminUrl())).toEqual([
      expect.stringMatching(/role \w+ is a superuser .* connect as a role with neither/),
    ]);
    await seat.sql(`ALTER TABLE "${schema}".records NO FORCE ROW LEVEL SECURITY`);
    const [open, ...more] = await warnings(url.href);
    expect(open).toContain(`${role} may read every row of records`);
    expect(more).toEqual([]);
    await seat.sql(`DROP OWNED BY "${role}" CASCADE`);
    await seat.sql(`DROP ROLE "${role}"`);
  });

  it('sends no name of a scope in the text of a statement, where traces and logs would show it', async () => {
    const schema = newSchema();
    const texts: string[] = [];
    const { pool, end } = watchedPool(seat.url(), async (text, query) => {
      texts.push(text);
      return query();
    });
    const backend = seat.make(schema, { pool, connectionString: undefined });
    await backend.open({ embedder });
    await prepare(backend);
    for (const [at, call] of Object.values(calls).entries()) await call(backend, at + 1);
    await backend.erase('ada', auditLine('erased'));
    expect(texts.length).toBeGreaterThan(40);
    expect(texts.filter((text) => /\bada\b/.test(text))).toEqual([]);
    await backend.close();
    await end();
    await seat.sql(`DROP SCHEMA "${schema}" CASCADE`);
  });
});
