import { afterAll } from 'vitest';
import {
  describeOnPostgres as describeOnServer,
  newSchema,
} from '../../packages/postgres-backend/test/on-server.ts';

/**
 * A block of tests with any available PostgreSQL. Without one it is skipped, and its name gives the reason. Each call of
 * `address` returns the address of a new store; call it only while the tests run.
 */
export function describeOnPostgres(name: string, body: (address: () => string) => void): void {
  describeOnServer(name, (seat) => {
    const made: string[] = [];
    afterAll(async () => {
      for (const schema of made) await seat.sql(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
    });
    body(() => {
      const schema = newSchema();
      made.push(schema);
      return `${seat.url()}?schema=${schema}`;
    });
  });
}
