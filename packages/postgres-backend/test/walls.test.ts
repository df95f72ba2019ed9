import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tables } from '@mneme/store';
import type { Column } from '@mneme/store/rows';
import pg from 'pg';
import { expect, it } from 'vitest';
import { describeOnPostgres, newSchema } from './on-server.ts';
import { add, idsOf, record } from './rows-helpers.ts';

describeOnPostgres('PostgreSQL keeps scopes apart by itself', (seat) => {
  /** The owner of a schema, and a role that gets the grants of docs/postgres.md. */
  async function documentedRoles() {
    const schema = newSchema();
    const names = { owner: `owner_${schema}`, app: `app_${schema}` };
    const { owner, app } = names;
    for (const role of [owner, app])
      await seat.sql(`CREATE ROLE "${role}" LOGIN PASSWORD 'secret'`);
    await seat.sql(`CREATE SCHEMA "${schema}" AUTHORIZATION "${owner}"`);
    return {
      schema,
      urlOf(role: keyof typeof names): string {
        const url = new URL(seat.url());
        url.username = names[role];
        url.password = 'secret';
        return url.href;
      },
      /** After the owner has made the tables. Returns how many there are. */
      async grant(): Promise<number> {
        const page = readFileSync(new URL('../../../docs/postgres.md', import.meta.url), 'utf8');
        const grants = page.split('\n').filter((line) => /^(GRANT|ALTER DEFAULT)/.test(line));
        for (const grant of grants)
          await seat.sql(
            grant
              .replace(/SCHEMA mneme/, `SCHEMA "${schema}"`)
              .replace(/ROLE mneme/, `ROLE "${owner}"`)
              .replace(/TO app/, `TO "${app}"`),
          );
        return grants.length;
      },
      async drop(): Promise<void> {
        for (const role of [app, owner]) {
          await seat.sql(`DROP OWNED BY "${role}" CASCADE`);
          await seat.sql(`DROP ROLE "${role}"`);
        }
      },
    };
  }

  it.each(['the owner', 'a role that does not own the tables'])(
    'shows %s the rows of the one scope that its transaction names, and no others',
    async (who) => {
      const roles = await documentedRoles();
      const { schema, urlOf } = roles;
      const first = seat.makeRows(schema, { connectionString: urlOf('owner') });
      await first.open(tables);
      await first.close();
      expect(await roles.grant()).toBe(5);
      const role = who === 'the owner' ? 'owner' : 'app';
      const rows = seat.makeRows(schema, { connectionString: urlOf(role) });
      await rows.open(tables);
      // Of those without scopes.
      const keys = [{ number: 1, id: 'key', scope: 'ada' }];
      await rows.write(undefined, { put: { keys, meta: [{ key: 'store', version: 1 }] } });
      await rows.write(undefined, { remove: { keys: [[1]] } });
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
      await roles.drop();
    },
  );

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
});
