import { readFileSync } from 'node:fs';
import { tables } from '@mneme/store';
import type { Column } from '@mneme/store/rows';
import pg from 'pg';
import { expect, it } from 'vitest';
import { describeOnPostgres, newSchema } from './on-server.ts';
import { add, idsOf, record } from './rows-helpers.ts';

describeOnPostgres('Rows in PostgreSQL keep scopes apart by its policies', (seat) => {
  it.each(['the owner', 'a role that does not own the tables'])('for %s', async (who) => {
    const schema = newSchema();
    const [owner, app] = [`owner_${schema}`, `app_${schema}`];
    for (const role of [owner, app])
      await seat.sql(`CREATE ROLE "${role}" LOGIN PASSWORD 'secret'`);
    await seat.sql(`CREATE SCHEMA "${schema}" AUTHORIZATION "${owner}"`);
    const urlOf = (role: string) => {
      const url = new URL(seat.url());
      url.username = role;
      url.password = 'secret';
      return url.href;
    };
    const first = seat.makeRows(schema, { connectionString: urlOf(owner) });
    await first.open(tables);
    await first.close();
    const page = readFileSync(new URL('../../../docs/postgres.md', import.meta.url), 'utf8');
    for (const grant of page.split('\n').filter((line) => /^(GRANT|ALTER DEFAULT)/.test(line)))
      await seat.sql(
        grant
          .replace(/SCHEMA mneme/, `SCHEMA "${schema}"`)
          .replace(/ROLE mneme/, `ROLE "${owner}"`)
          .replace(/TO app/, `TO "${app}"`),
      );
    const role = who === 'the owner' ? owner : app;
    const rows = seat.makeRows(schema, { connectionString: urlOf(role) });
    await rows.open(tables);
    for (const scope of ['ada', 'bob']) {
      const full = Object.entries(tables).flatMap(([name, { columns, key }]) => {
        if (key[0] !== 'scope' || ['scopes', 'records'].includes(name)) return [];
        const cells = Object.entries<Column>(columns).map(([column, { type }]) => [
          column,
          column === 'scope'
            ? scope
            : { text: 'x', integer: 1, real: 1, bytes: Buffer.of(1) }[type],
        ]);
        return [[name, [Object.fromEntries(cells)]]];
      });
      await rows.write(scope, { put: Object.fromEntries(full) });
      expect(await add(rows, scope, { ids: ['r1', 'r2'] })).toBe(true);
    }
    const client = new pg.Client({ connectionString: urlOf(role) });
    await client.connect();
    const { rows: withScope } = await client.query<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns WHERE table_schema = $1 AND column_name = 'scope'`,
      [schema],
    );
    const parts = Object.values(tables).filter((table) => 'large' in table).length;
    const others = new Map(Object.entries(tables).filter(([, { key }]) => key[0] !== 'scope'));
    const named = withScope.filter(({ name }) => !others.has(name));
    expect(named).toHaveLength(Object.keys(tables).length - others.size + 8 * parts);
    const seen = async (setting: string) => {
      await client.query(`BEGIN; SET LOCAL search_path TO "${schema}"; ${setting}`);
      const found = new Map<string, string>();
      for (const { name } of named) {
        const { rows: scopes } = await client.query<{ scopes: string }>(
          `SELECT coalesce(string_agg(DISTINCT scope, ',' ORDER BY scope), '') AS scopes FROM ${name}`,
        );
        found.set(name, scopes[0]?.scopes ?? '');
      }
      await client.query('ROLLBACK');
      return found;
    };
    const all = (found: Map<string, string>) => [...new Set(found.values())].sort();
    expect(all(await seen('SELECT 1'))).toEqual(['']);
    expect(all(await seen(`SET LOCAL mneme.scope = 'ada'`))).toEqual(['', 'ada']);
    const every = await seen(`SET LOCAL mneme.every_scope = 'on'`);
    for (const name of Object.keys(tables))
      if (every.has(name)) expect(every.get(name), name).toBe('ada,bob');
    // As if a condition were missing: nothing of another scope can be removed or written, not even in a part.
    for (const { name } of named.filter(({ name: each }) => each.startsWith('records'))) {
      await client.query(
        `BEGIN; SET LOCAL search_path TO "${schema}"; SET LOCAL mneme.scope = 'ada'`,
      );
      await client.query(`DELETE FROM ${name}`);
      const across = client.query(`INSERT INTO ${name} (scope, id) VALUES ('bob', 'r9')`);
      await expect(across, name).rejects.toMatchObject({
        code: expect.stringMatching(/^(42501|23514)$/),
      });
      await client.query('ROLLBACK');
    }
    await client.end();
    await expect(
      rows.write('ada', { put: { records: [record('bob', 'r3')] } }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await idsOf(rows, 'bob')).toEqual(['r1', 'r2']);
    expect(await rows.write(undefined, { remove: { records: [['ada']] } })).toBe(true);
    expect(await idsOf(rows, 'ada')).toEqual([]);
    await rows.close();
    for (const each of [app, owner]) {
      await seat.sql(`DROP OWNED BY "${each}" CASCADE`);
      await seat.sql(`DROP ROLE "${each}"`);
    }
  });
});
