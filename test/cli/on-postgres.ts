import { afterAll, beforeAll, describe } from 'vitest';
import { dropSchemas, newSchema } from '../../packages/postgres-backend/test/on-server.ts';
import { anyPostgres, type PostgresServer, whyNoPostgres } from '../../tools/postgres-server.mjs';

/**
 * A block of tests with any available PostgreSQL. Without one it is skipped, and its name gives the reason. Each call of
 * `address` returns the address of a new store; call it only while the tests run.
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
