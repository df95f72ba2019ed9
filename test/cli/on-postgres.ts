import { afterAll, beforeAll, describe } from 'vitest';
import { dropSchemas, newSchema } from '../../packages/postgres-backend/test/on-server.ts';
import { anyPostgres, type PostgresServer, whyNoPostgres } from '../../tools/postgres-server.mjs';

/**
 * A block of tests with a PostgreSQL of whatever kind there is; skipped, and its name says why, where there is none. What is
 * answered gives the address of one more store at each call, once the tests run.
 */
export function describeOnPostgres(name: string, body: (address: () => string) => void): void {
  const reason = whyNoPostgres();
  describe.skipIf(reason)(`${name}${reason ? ` [skipped: ${reason}]` : ''}`, () => {
    const made: string[] = [];
    let server: PostgresServer;
    beforeAll(async () => {
      server = await anyPostgres();
    });
    afterAll(async () => {
      await dropSchemas(server.url, made);
      await server.stop();
    });
    body(() => {
      const schema = newSchema();
      made.push(schema);
      return `${server.url}?schema=${schema}`;
    });
  });
}
