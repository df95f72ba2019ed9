import { Lifecycle, MnemeError, type Remains } from '@mneme/core/contract';
import {
  assertBatch,
  assertQuestions,
  type Batch,
  isScoped,
  NextRun,
  type Question,
  type Row,
  type Rows,
  Sql,
  type Tables,
} from '@mneme/store/rows';
import { compact } from '../compact.ts';
import { Connection, type Query, type Reach } from '../connection.ts';
import { type PostgresRowsOptions, parseRowsOptions, type Settings } from '../options.ts';
import { warnOfBypass } from '../row-security.ts';
import { sizeOf, Unmet, writeBatch } from './batch.ts';
import { check } from './check.ts';
import { dialect } from './dialect.ts';
import { leavesOf, Placed, withParts } from './layout.ts';
import { locksOf, takeLocks } from './locks.ts';
import { openTables } from './open-tables.ts';
import { askAll, type Places } from './questions.ts';
import { Turns } from './turns.ts';

export type { PostgresRowsOptions } from '../options.ts';

/** Rows in PostgreSQL, with everything that a store can have. */
export type PostgresRows = Required<Omit<Rows, 'prepare' | 'mend' | 'seal'>>;

interface Opened {
  tables: Tables;
  places: Places;
  turns: Turns;
}

/**
 * Rows in one schema of a PostgreSQL database, each call one transaction. Any number of processes may use it at once.
 *
 * @example
 * const rows = postgresRows({ connectionString: 'postgres://mneme@127.0.0.1/mneme' });
 */
export function postgresRows(options: PostgresRowsOptions): PostgresRows {
  return openRows(parseRowsOptions(options));
}

export function openRows(settings: Settings): PostgresRows {
  const connection = new Connection(settings);
  const life = new Lifecycle<Opened>(connection.where);
  const vacuums = new Vacuums(connection);
  let opened: Opened | undefined;
  return {
    name: 'postgres',
    where: connection.where,
    open: (tables) =>
      life.open(async () => {
        await openTables(connection, tables);
        await warnOfBypass(connection);
        const places = { sql: new Sql(withParts(tables), dialect), placed: new Placed(tables) };
        opened = { tables, places, turns: new Turns(connection, { tables, places }) };
        return opened;
      }),
    read: (scope, questions, given) =>
      life.run((store) => read(store, { connection, scope, questions, turn: given?.turn })),
    write: (scope, batch) =>
      life.run(async (store) => {
        const isWritten = await write(store, { connection, scope, batch });
        if (isWritten) vacuums.after(batch, store);
        return isWritten;
      }),
    remains: () => life.run(async () => removed),
    check: () => life.run(() => check(connection)),
    bytes: () => life.run(() => bytesOf(connection)),
    compact: ({ freeShare }) =>
      life.run(({ tables }) => compact(settings, { freeShare, tables: leavesOf(tables) })),
    gauges: () => ({ connections: connection.counts }),
    close: () =>
      life.close(async () => {
        await opened?.turns.close();
        await vacuums.end();
        await connection.close();
      }),
  };
}

const reachOf = (scope: string | undefined): Reach =>
  scope === undefined ? { everyScope: true } : { scope };

async function read(
  { tables, places, turns }: Opened,
  {
    connection,
    scope,
    questions,
    turn = false,
  }: {
    connection: Connection;
    scope: string | undefined;
    questions: readonly Question[];
    turn?: boolean | undefined;
  },
): Promise<Row[][]> {
  assertQuestions(questions, { tables, scope });
  turns.makeRoom();
  const inTurn = turn && scope !== undefined ? turns.read(scope, questions) : undefined;
  return inTurn ?? connection.ask(reachOf(scope), (query) => askAll(query, questions, places));
}

async function write(
  { tables, places, turns }: Opened,
  { connection, scope, batch }: { connection: Connection; scope: string | undefined; batch: Batch },
): Promise<boolean> {
  assertBatch(batch, { tables, scope });
  const rows = sizeOf(batch);
  const inTurn = scope === undefined ? undefined : turns.write(scope, batch);
  if (inTurn !== undefined) return inTurn;
  if (rows === 0 && !batch.expect?.length) return true;
  const { schema } = connection.settings;
  const locks = locksOf(batch, tables);
  turns.makeRoom();
  try {
    const work = (query: Query) =>
      Promise.all([takeLocks(query, locks ?? [], { schema }), writeBatch(query, batch, places)]);
    if (locks === undefined) await connection.change(work);
    else await connection.write(reachOf(scope), work, { rows });
    return true;
  } catch (error) {
    if (error instanceof Unmet) return false;
    throw error;
  }
}

async function bytesOf(connection: Connection): Promise<number> {
  const [row] = await connection.read({ everyScope: true }, (query) =>
    query<{ bytes: number }>(
      `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
       WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
    ),
  );
  return row?.bytes ?? 0;
}

/** VACUUM of tables that have lost rows, once a scope has lost all, beside the calls, one at a time. */
class Vacuums {
  readonly #connection: Connection;
  readonly #runs = new NextRun<void>();
  readonly #tables = new Set<string>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  after(batch: Batch, { places: { placed, sql } }: Opened): void {
    const removals = Object.entries(placed.batch({ remove: batch.remove ?? {} }).remove).filter(
      ([name, { length }]) => length > 0 && isScoped(sql.table(name)),
    );
    for (const [name] of removals)
      for (const leaf of leavesOf({ [name]: sql.table(name) })) this.#tables.add(leaf);
    if (!removals.some(([, lists]) => lists.some(({ length }) => length <= 1))) return;
    void this.#runs.run(() => {
      const leaves = [...this.#tables];
      this.#tables.clear();
      return vacuum(this.#connection, leaves);
    });
  }

  end(): Promise<void> {
    return this.#runs.end();
  }
}

/** Frees the room of removed rows, so that new ones overwrite their bytes. */
async function vacuum(connection: Connection, tables: readonly string[]): Promise<void> {
  const { schema } = connection.settings;
  try {
    await connection.alone(
      `VACUUM (PARALLEL 0) ${tables.map((table) => `"${schema}".${table}`).join(', ')}`,
    );
  } catch (error) {
    // The rows are gone anyway: for a table that takes longer, autovacuum does it, as `removed` says.
    if (!MnemeError.isInstance(error)) throw error;
  }
}

/** What is known about bytes of removed rows. */
const removed: Remains = {
  bytes: 'pending',
  bytesReason:
    'PostgreSQL has committed the removal, so nothing of it can be read through it; VACUUM, which an erasure runs, frees the room of the rows, but their bytes stay in the files of the tables until new rows take that room or VACUUM FULL writes the files anew; its log (WAL), replicas and backups keep them until they are recycled',
};
