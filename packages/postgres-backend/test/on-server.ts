import { randomUUID } from 'node:crypto';
import type { StoreBackend } from '@mneme/store';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import {
  anyPostgres,
  type PostgresServer,
  whyNoPostgres,
} from '../../../tools/postgres-server.mjs';
import {
  type PostgresBackendOptions,
  type PostgresRows,
  type PostgresRowsOptions,
  postgresBackend,
  postgresRows,
} from '../src/index.ts';

/** The place where a suite creates its stores. */
export interface Seat {
  url(): string;
  /** The same for a superuser. */
  adminUrl(): string;
  /** A backend in a schema; the same name twice is the same store. */
  make(schema: string, options?: Partial<PostgresBackendOptions>): StoreBackend;
  /** The same for rows. */
  makeRows(schema: string, options?: Partial<PostgresRowsOptions>): PostgresRows;
  createRows(options?: Partial<PostgresRowsOptions>): Promise<{
    schema: string;
    rows: PostgresRows;
    reopen(): PostgresRows;
    destroy(): Promise<unknown>;
  }>;
  /** Runs statements without Mneme, as the owner of everything. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** A fresh store for a suite. */
  create(options?: Partial<PostgresBackendOptions>): Promise<{
    schema: string;
    backend: StoreBackend;
    reopen(): StoreBackend;
    destroy(): Promise<unknown>;
  }>;
}

/** Tests on the available PostgreSQL; without one they are skipped, with the reason in their name. */
export function describeOnPostgres(name: string, body: (seat: Seat) => void): void {
  const reason = whyNoPostgres();
  describe.skipIf(reason)(`${name}${reason ? ` [skipped: ${reason}]` : ''}`, () => {
    let server: PostgresServer;
    let pool: pg.Pool;
    beforeAll(async () => {
      server = await anyPostgres();
      pool = new pg.Pool({ connectionString: server.adminUrl, max: 2 });
    });
    afterAll(async () => {
      await pool.end();
      await server.stop();
    });
    const seat: Seat = {
      url: () => server.url,
      adminUrl: () => server.adminUrl,
      make: (schema, options = {}) =>
        postgresBackend({ connectionString: server.url, schema, connections: 4, ...options }),
      makeRows: (schema, options = {}) =>
        postgresRows({ connectionString: server.url, schema, connections: 4, ...options }),
      async createRows(options) {
        const schema = newSchema();
        const make = () => seat.makeRows(schema, options);
        const destroy = () => seat.sql(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
        return { schema, rows: make(), reopen: make, destroy };
      },
      sql: async <Row extends object>(text: string, values?: unknown[]) =>
        (await pool.query<Row>(text, values)).rows,
      async create(options) {
        const schema = newSchema();
        const make = () => seat.make(schema, options);
        const destroy = () => seat.sql(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
        return { schema, backend: make(), reopen: make, destroy };
      },
    };
    body(seat);
  });
}

export function newSchema(): string {
  return `test_${randomUUID().replaceAll('-', '')}`;
}
