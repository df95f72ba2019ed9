import { parentPort, workerData } from 'node:worker_threads';
import { loadDriver } from './drivers/index.ts';
import { type OperationName, operations } from './operations.ts';
import { Connection, type ConnectionOptions } from './store/connection.ts';
import { translateError } from './store/errors.ts';
import { settleRemovals } from './store/remains.ts';
import type { WorkerAnswer, WorkerQuestion } from './worker-client.ts';

/** Runs beside the event loop: holds one connection and answers one question after the other. */

const options = workerData as ConnectionOptions;
const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread only');

const loading = loadDriver(options.driver);
loading.catch(() => {}); // The first question is told.
let connection: Connection | undefined;

const firstPauseMs = 100;
const longestPauseMs = 5000;
let idle: NodeJS.Timeout | undefined;
let pauseMs = firstPauseMs;

port.on('message', async (question: WorkerQuestion) => {
  port.postMessage(await answer(question));
  if (question.operation === 'close') port.close();
});

/** Bytes of what was removed go at the first pause at which nobody else uses them. */
function settleWhenIdle(): void {
  pauseMs = firstPauseMs;
  idle ??= setTimeout(settleOrWait, pauseMs);
}

function settleOrWait(): void {
  idle = undefined;
  if (connection === undefined || trySettle(connection)) return;
  pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  idle = setTimeout(settleOrWait, pauseMs);
}

/** A failure is met again, and told, by the next call that uses the file. */
function trySettle(open: Connection): boolean {
  try {
    return settleRemovals(open).bytes === 'removed';
  } catch {
    return false;
  }
}

/** Questions wait for the driver only, so they are answered in the order in which they came. */
async function answer({ id, operation, arguments: given }: WorkerQuestion): Promise<WorkerAnswer> {
  try {
    const driver = await loading;
    if (operation === 'close') {
      clearTimeout(idle);
      if (connection?.removalsPending) trySettle(connection);
      connection?.close();
      connection = undefined;
      return { id, result: undefined };
    }
    connection ??= new Connection(options, driver);
    const run = operations[operation as OperationName] as (
      connection: Connection,
      ...rest: unknown[]
    ) => unknown;
    const result = run(connection, ...given);
    if (connection.removalsPending) settleWhenIdle();
    return { id, result };
  } catch (error) {
    const translated = translateError(error, options.path);
    return { id, error: { ...translated.toJSON(), faults: translated.faults } };
  }
}
