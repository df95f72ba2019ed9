import { setTimeout as pause } from 'node:timers/promises';
import { type BackendGauges, MnemeError } from '@mneme/core/contract';
import pg from 'pg';
import { isPassing, leavesConnection, translateFailure } from './errors.ts';
import type { PostgresClient, PostgresPool, Settings } from './options.ts';

/** Runs one statement inside a transaction. */
export type Query = <Row>(sql: string, parameters?: readonly unknown[]) => Promise<Row[]>;

/** Which rows a transaction may read and write. The tables' policies enforce it. */
export type Reach = { scope: string } | { everyScope: true };

/** A statement outside a transaction, or the kind of transaction. */
type Kind = 'read' | 'write' | 'alone';

const firstPauseMs = 10;
const longestPauseMs = 500;

/**
 * The database. Every call is a transaction of its own, which names the rows it may access, ends within the time limit
 * and is repeated after a lost race or connection. It uses no session state, so a pooler may be in between.
 */
export class Connection {
  readonly settings: Settings;
  readonly #pool: PostgresPool;
  readonly #watched = new WeakSet<PostgresClient>();

  constructor(settings: Settings) {
    this.settings = settings;
    this.#pool = settings.pool ?? ownPool(settings);
  }

  get where(): string {
    return this.settings.where;
  }

  /** Undefined for a pool that does not count. */
  get counts(): BackendGauges['connections'] {
    const { totalCount: open, idleCount: idle, waitingCount: waiting, options } = this.#pool;
    if (open === undefined || idle === undefined || waiting === undefined) return undefined;
    return { open, idle, waiting, max: options?.max };
  }

  read<T>(reach: Reach, work: (query: Query) => Promise<T>): Promise<T> {
    return this.#transaction('read', reach, work);
  }

  /** `work` may run several times; its only effects must be its statements. */
  write<T>(reach: Reach, work: (query: Query) => Promise<T>): Promise<T> {
    return this.#transaction('write', reach, work);
  }

  /** For statements that cannot run in a transaction: VACUUM, CREATE INDEX CONCURRENTLY. */
  alone(sql: string): Promise<unknown> {
    return this.#transaction('alone', { everyScope: true }, (query) => query(sql));
  }

  async close(): Promise<void> {
    if (this.settings.pool === undefined) await this.#pool.end();
  }

  async #transaction<T>(kind: Kind, reach: Reach, work: (query: Query) => Promise<T>): Promise<T> {
    const deadline = new Deadline(this.settings);
    for (let attempt = 1; ; attempt++) {
      const progress = { committing: false };
      try {
        return await this.#attempt({ kind, reach, work, deadline, progress });
      } catch (error) {
        const waitMs =
          Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
        const inDoubt = progress.committing && kind === 'write' && !leavesConnection(error);
        if (inDoubt || !isPassing(error) || waitMs >= deadline.leftMs)
          throw translateFailure(error, { where: this.where, committing: inDoubt });
        await pause(waitMs);
      }
    }
  }

  async #attempt<T>({
    kind,
    reach,
    work,
    deadline,
    progress,
  }: {
    kind: Kind;
    reach: Reach;
    work: (query: Query) => Promise<T>;
    deadline: Deadline;
    progress: { committing: boolean };
  }): Promise<T> {
    const client = await this.#connect(deadline);
    let broken = true;
    // Statements are sent before earlier ones are answered, and after a failure all later ones fail too.
    let first: { error: unknown } | undefined;
    const send = async (sql: string, parameters?: unknown[]) => {
      try {
        return (await client.query(sql, parameters)).rows;
      } catch (error) {
        first ??= { error };
        throw error;
      }
    };
    try {
      const begun = kind === 'alone' ? undefined : send(this.#begin(kind, reach, deadline));
      begun?.catch(() => {}); // The first failure is reported.
      const done = await deadline.bound(
        work(async <Row>(sql: string, parameters?: readonly unknown[]) => {
          return (await send(sql, parameters && [...parameters])) as Row[];
        }),
      );
      progress.committing = true;
      if (kind !== 'alone') await deadline.bound(send('COMMIT'));
      if (first !== undefined) throw first.error;
      broken = false;
      return done;
    } catch (caught) {
      const error = first?.error ?? caught;
      if (kind !== 'alone' && leavesConnection(error)) {
        await deadline.bound(client.query('ROLLBACK')).then(
          () => {
            broken = false;
          },
          () => {}, // Drops the connection, which also rolls back.
        );
      }
      throw error;
    } finally {
      client.release(broken);
    }
  }

  #begin(kind: Kind, reach: Reach, deadline: Deadline): string {
    const { schema } = this.settings;
    const setting =
      'scope' in reach
        ? `set_config('mneme.scope', ${pg.escapeLiteral(reach.scope)}, true)`
        : `set_config('mneme.every_scope', 'on', true)`;
    return [
      `BEGIN ISOLATION LEVEL READ COMMITTED ${kind === 'read' ? 'READ ONLY' : 'READ WRITE'}`,
      `SET LOCAL search_path TO "${schema}"`,
      `SET LOCAL statement_timeout TO ${Math.ceil(deadline.leftMs)}`,
      `SELECT ${setting}`,
    ].join('; ');
  }

  /**
   * A broken connection emits an error in addition to the failing statement; without a listener it would end the
   * process.
   */
  #watch(client: PostgresClient): void {
    if (this.#watched.has(client)) return;
    this.#watched.add(client);
    client.on?.('error', () => {});
  }

  async #connect(deadline: Deadline): Promise<PostgresClient> {
    const connecting = this.#pool.connect();
    let given = false;
    try {
      const client = await deadline.bound(connecting);
      given = true;
      this.#watch(client);
      return client;
    } finally {
      // A connection that arrives too late is released.
      if (!given) connecting.then((client) => client.release()).catch(() => {});
    }
  }
}

/** The time of one call, for all its attempts. */
class Deadline {
  readonly #at: number;
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#at = performance.now() + settings.timeoutMs;
  }

  get leftMs(): number {
    return Math.max(1, this.#at - performance.now());
  }

  bound<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        const { where, timeoutMs } = this.#settings;
        reject(
          new MnemeError(
            'timeout',
            `PostgreSQL at ${where} did not answer within ${timeoutMs} ms: look at its load, or raise timeoutMs`,
          ),
        );
      }, this.leftMs);
      work.then(resolve, reject).finally(() => clearTimeout(late));
    });
  }
}

function ownPool({ connectionString, connections, timeoutMs }: Settings): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: timeoutMs,
    // The transaction begins, reads and ends in one message each way.
    pipeline: true,
    application_name: 'mneme',
    keepAlive: true,
  } as pg.PoolConfig);
  // The next call replaces an idle connection that breaks.
  pool.on('error', () => {});
  return pool;
}
