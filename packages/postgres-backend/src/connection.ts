import { setTimeout as pause } from 'node:timers/promises';
import { type BackendGauges, MnemeError } from '@mneme/core/contract';
import { isPassing, isRolledBack, leavesConnection, translateFailure } from './errors.ts';
import type { PostgresClient, PostgresPool, Settings } from './options.ts';
import { ownPool } from './pool.ts';
import { layout } from './rows/layout.ts';

/** Runs one statement inside a transaction. */
export type Query = <Row>(sql: string, parameters?: readonly unknown[]) => Promise<Row[]>;

/** Which rows a transaction may read and write. The tables' policies enforce it. */
export type Reach = { scope: string } | { everyScope: true };

/**
 * `ask`: a read whose statements are all sent at once. `change`: of the tables, or of many scopes, while nobody writes.
 * `alone`: a statement outside a transaction.
 */
type Kind = 'read' | 'ask' | 'write' | 'change' | 'alone';

interface Attempt<T> {
  kind: Kind;
  reach: Reach;
  work: (query: Query) => Promise<T>;
  rows: number;
  deadline: Deadline;
  progress: { committing: boolean; ownError: boolean };
}

const firstPauseMs = 10;
const longestPauseMs = 500;
/** When its client has sent nothing for so long, the server ends a transaction that writes: it is lost or frozen. */
const idleMs = 4000;
/** More for each full thousand of rows, which the client makes in the middle of it. */
const idleMsPerThousand = 1000;

/**
 * The database. Every call is a transaction of its own, which names the rows it may access, ends within the time limit
 * and is repeated after a lost race or connection. It uses no session state, so a pooler may be in between.
 */
export class Connection {
  readonly settings: Settings;
  readonly #pool: PostgresPool;
  /** What broke a connection while no statement waited for it. */
  readonly #broken = new WeakMap<PostgresClient, { error?: unknown }>();
  /** Of the tables that this program has opened. */
  #mark: unknown;

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

  /** All statements of `work` see one state of the database. */
  read<T>(reach: Reach, work: (query: Query) => Promise<T>): Promise<T> {
    return this.#transaction('read', reach, work);
  }

  /**
   * The same in one message each way: `work` must send all its statements before it waits for any.
   */
  ask<T>(reach: Reach, work: (query: Query) => Promise<T>): Promise<T> {
    return this.#transaction('ask', reach, work);
  }

  /** `work` may run several times; its only effects must be its statements. `rows`: how many it makes, about. */
  write<T>(reach: Reach, work: (query: Query) => Promise<T>, { rows = 0 } = {}): Promise<T> {
    return this.#transaction('write', reach, work, rows);
  }

  /** A write that waits until no other one is running, and lets none begin. */
  change<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.#transaction('change', { everyScope: true }, work);
  }

  /** For statements that cannot run in a transaction: VACUUM, CREATE INDEX CONCURRENTLY. */
  alone(sql: string): Promise<unknown> {
    return this.#transaction('alone', { everyScope: true }, (query) => query(sql));
  }

  /** From now on every transaction is refused if the tables are no longer those that this program has opened. */
  opened(mark: unknown): void {
    this.#mark = mark;
  }

  async close(): Promise<void> {
    if (this.settings.pool === undefined) await this.#pool.end();
  }

  async #transaction<T>(
    kind: Kind,
    reach: Reach,
    work: (query: Query) => Promise<T>,
    rows = 0,
  ): Promise<T> {
    const deadline = new Deadline(this.settings);
    for (let attempt = 1; ; attempt++) {
      const progress = { committing: false, ownError: false };
      try {
        return await this.#attempt({ kind, reach, work, rows, deadline, progress });
      } catch (error) {
        if (progress.ownError) throw error;
        const waitMs =
          Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
        const isWrite = kind === 'write' || kind === 'change';
        const inDoubt = progress.committing && isWrite && !isRolledBack(error);
        if (inDoubt || !isPassing(error) || waitMs >= deadline.leftMs) {
          throw translateFailure(error, { where: this.where, committing: inDoubt });
        }
        await pause(waitMs);
      }
    }
  }

  async #attempt<T>({ kind, reach, work, rows, deadline, progress }: Attempt<T>): Promise<T> {
    const client = await this.#connect(deadline);
    let broken = true;
    // Statements are sent before earlier ones are answered, and after a failure all later ones fail too.
    let first: { error: unknown } | undefined;
    const send = async <Row>(
      sql: string,
      parameters?: readonly unknown[],
      check?: (rows: Row[]) => void,
    ) => {
      try {
        const { rows } = await client.query(sql, parameters && [...parameters]);
        check?.(rows as Row[]);
        return rows as Row[];
      } catch (error) {
        first ??= { error: this.#broken.get(client)?.error ?? error };
        throw error;
      }
    };
    try {
      const begun = kind === 'alone' ? undefined : this.#begin(send, { kind, reach, rows });
      begun?.catch(() => {}); // The first failure is reported.
      const working = work((sql, parameters) => send(sql, parameters));
      const ended = kind === 'ask' ? send('COMMIT') : undefined;
      ended?.catch(() => {});
      const done = await deadline.bound(working);
      await deadline.bound(begun ?? Promise.resolve());
      progress.committing = true;
      if (kind !== 'alone') await deadline.bound(ended ?? send('COMMIT'));
      if (first !== undefined) throw first.error;
      broken = false;
      return done;
    } catch (caught) {
      const error = first?.error ?? caught;
      progress.ownError = first === undefined && !MnemeError.isInstance(error);
      if (kind !== 'alone' && (progress.ownError || leavesConnection(error))) {
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

  /**
   * Begins the transaction with limits, then names its rows. A text of a statement never contains the name of a scope,
   * because traces and logs show it. Writers share a lock, so that no upgrade can begin after the schema was checked.
   */
  async #begin(
    send: <Row>(
      sql: string,
      parameters?: readonly unknown[],
      check?: (rows: Row[]) => void,
    ) => Promise<Row[]>,
    { kind, reach, rows }: { kind: Exclude<Kind, 'alone'>; reach: Reach; rows: number },
  ): Promise<void> {
    const { schema, timeoutMs } = this.settings;
    const [setting, value] =
      'scope' in reach ? ['mneme.scope', reach.scope] : ['mneme.every_scope', 'on'];
    const isRead = kind === 'read' || kind === 'ask';
    const lock = { read: undefined, ask: undefined, write: '_shared', change: '' }[kind];
    const limits = {
      search_path: `"${schema}"`,
      statement_timeout: timeoutMs,
      // Shorter, so that the error says what it waited for.
      lock_timeout: Math.ceil(timeoutMs * 0.8),
      // A read locks nothing, and may make the index of a large scope meanwhile.
      idle_in_transaction_session_timeout: isRead
        ? timeoutMs
        : Math.min(idleMs, timeoutMs) + idleMsPerThousand * Math.floor(rows / 1000),
      // Statements are short, and estimates of small results are often far too high.
      jit: 'off',
      max_parallel_workers_per_gather: 0,
    };
    const begin = [
      `BEGIN ISOLATION LEVEL ${isRead ? 'REPEATABLE READ READ ONLY' : 'READ COMMITTED'}`,
      ...Object.entries(limits).map(([name, limit]) => `SET LOCAL ${name} TO ${limit}`),
      ...(lock === undefined
        ? []
        : [`SELECT pg_advisory_xact_lock${lock}(hashtextextended('mneme spaces ${schema}', 0))`]),
    ].join('; ');
    const enter = `SELECT set_config($1, $2, true)`;
    await Promise.all([
      send(begin),
      this.#mark === undefined
        ? send(enter, [setting, value])
        : send<{ mark: unknown }>(`${enter}, ${layout.mark} AS mark`, [setting, value], ([row]) =>
            this.#assertSchema(row?.mark),
          ),
    ]);
  }

  #assertSchema(mark: unknown): void {
    if (mark === this.#mark) return;
    const version = Number.parseInt(String(mark), 10);
    if (version > layout.version) throw newerLayout(this.where, version);
    throw new MnemeError(
      'unavailable',
      `${this.where} was replaced by one with schema ${mark ?? 'of no version'}, while this program was using schema ${this.#mark}: restart it`,
    );
  }

  /**
   * A broken connection emits an error in addition to the failing statement; without a listener it would end the
   * process.
   */
  #watch(client: PostgresClient): void {
    if (this.#broken.has(client)) return;
    const broken: { error?: unknown } = {};
    this.#broken.set(client, broken);
    client.on?.('error', (error) => {
      broken.error ??= error;
    });
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

/** A newer program has made the tables. */
export function newerLayout(where: string, version: number): MnemeError {
  return new MnemeError(
    'foreign_store',
    `${where} has schema ${version}, and this program knows ${layout.version}: install the newer Mneme that wrote it`,
  );
}

/** The time of one call, for all its attempts. */
class Deadline {
  readonly #at: number;
  readonly #limit: { timeoutMs: number; where: string };

  constructor(limit: { timeoutMs: number; where: string }) {
    this.#limit = limit;
    this.#at = performance.now() + limit.timeoutMs;
  }

  get leftMs(): number {
    return Math.max(1, this.#at - performance.now());
  }

  bound<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        const { where, timeoutMs } = this.#limit;
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
