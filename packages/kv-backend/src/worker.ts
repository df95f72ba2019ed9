import { parentPort, workerData } from 'node:worker_threads';
import { type Driver, loadDriver } from './drivers/index.ts';
import { inSteps } from './operation-kinds.ts';
import { type OperationName, operations } from './operations.ts';
import { changeKey } from './store/change-key.ts';
import { isSealed, logProblem } from './store/check-log.ts';
import { Connection, type ConnectionOptions } from './store/connection.ts';
import { damaged } from './store/damaged.ts';
import { translateError } from './store/errors.ts';
import { settleRemovals } from './store/remains.ts';
import { finish, type Steps } from './store/steps.ts';
import { Turns } from './turns.ts';
import type { WorkerAnswer, WorkerQuestion } from './worker-client.ts';

/**
 * Runs beside the event loop and answers one question after the other over one connection. Searches take turns among
 * tenants, each over a connection of its own, since it keeps its snapshot while others are answered.
 */

const options = workerData as ConnectionOptions;
const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread only');

const loading = loadDriver(options.driver);
loading.catch(() => {}); // The first question is told.
let connection: Connection | undefined;
/** Of the file and its index, past SQLite. */
const handles: number[] = [];
let turns: Turns<Connection> | undefined;

const firstPauseMs = 100;
const longestPauseMs = 5000;
let idle: NodeJS.Timeout | undefined;
let pauseMs = firstPauseMs;

port.on('message', async (question: WorkerQuestion) => {
  await answer(question);
  if (question.operation === 'close') port.close();
});

/** Bytes of what was removed go at the first pause at which nobody else uses them. */
function settleWhenIdle(): void {
  pauseMs = firstPauseMs;
  idle ??= setTimeout(settleOrWait, pauseMs);
}

function settleOrWait(): void {
  idle = undefined;
  if (connection === undefined) return;
  const { bytes, againMs } = trySettle(connection);
  if (bytes === 'removed') return;
  pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  idle = setTimeout(settleOrWait, againMs ?? pauseMs);
}

/** A failure is met again, and told, by the next call that uses the file. */
function trySettle(open: Connection): { bytes?: string; againMs?: number } {
  try {
    return settleRemovals(open);
  } catch {
    return {};
  }
}

/** Questions wait for the driver only, so they are begun in the order in which they came. */
async function answer({ id, operation, arguments: given }: WorkerQuestion): Promise<void> {
  const done = (result: unknown) => post({ id, result });
  const failed = (error: unknown) => {
    const translated = translateError(error, options.copyOf ?? options.path);
    post({ id, error: { ...translated.toJSON(), faults: translated.faults } });
  };
  try {
    const driver = await loading;
    if (operation === 'close') return done(close());
    if (operation === 'changeKey')
      return done(changeKey(driver, options, given[0] as string | undefined));
    connection ??= openConnection(driver, { first: operation === 'open' });
    const run = operations[operation as OperationName] as (
      connection: Connection,
      ...rest: unknown[]
    ) => unknown;
    connection.assertInPlace();
    if (!inSteps.has(operation)) {
      const result = run(connection, ...given);
      if (connection.removalsPending) settleWhenIdle();
      return done(result);
    }
    const begin = (desk: Connection) => run(desk, ...given) as Steps<unknown>;
    // A database in memory belongs to one connection.
    if (options.path === ':memory:') return done(finish(begin(connection)));
    turns ??= new Turns({
      openDesk: () => new Connection(options, driver),
      desks: 4,
      turnMs: 20,
      now: () => performance.now(),
      later: setImmediate,
    });
    turns.add({ tenant: (given[0] as { scope: string }).scope, begin, done, failed });
  } catch (error) {
    failed(error);
  }
}

/** What SQLite would take for the end of the log has to be looked at before it does. */
function openConnection(driver: Driver, { first }: { first: boolean }): Connection {
  const problem = first ? logProblem(options.path, handles) : undefined;
  if (problem !== undefined && !options.inspect) {
    // Of a file under a key that is not given, the missing key is what is to be told.
    if (options.key === undefined && isSealed(options.path, handles))
      new Connection(options, driver).close();
    throw damaged(problem);
  }
  const opened = new Connection(options, driver);
  opened.logProblem = problem;
  return opened;
}

function post(answer: WorkerAnswer): void {
  port?.postMessage(answer);
}

/** What was asked before is answered before. */
function close(): number[] {
  turns?.finish();
  for (const desk of turns?.takeDesks() ?? []) desk.close();
  clearTimeout(idle);
  if (connection?.removalsPending) trySettle(connection);
  handles.push(...(connection?.close() ?? []));
  connection = undefined;
  turns = undefined;
  return handles;
}
