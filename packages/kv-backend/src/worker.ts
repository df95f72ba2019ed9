import { parentPort, workerData } from 'node:worker_threads';
import { loadDriver } from './drivers/index.ts';
import { type OperationName, operations } from './operations.ts';
import { Connection, type ConnectionOptions } from './store/connection.ts';
import { translateError } from './store/errors.ts';
import type { WorkerAnswer, WorkerQuestion } from './worker-client.ts';

/** Runs beside the event loop: holds one connection and answers one question after the other. */

const options = workerData as ConnectionOptions;
const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread only');

const loading = loadDriver(options.driver);
loading.catch(() => {}); // The first question is told.
let connection: Connection | undefined;

port.on('message', async (question: WorkerQuestion) => {
  port.postMessage(await answer(question));
  if (question.operation === 'close') port.close();
});

/** Questions wait for the driver only, so they are answered in the order in which they came. */
async function answer({ id, operation, arguments: given }: WorkerQuestion): Promise<WorkerAnswer> {
  try {
    const driver = await loading;
    if (operation === 'close') {
      connection?.close();
      connection = undefined;
      return { id, result: undefined };
    }
    connection ??= new Connection(options, driver);
    const run = operations[operation as OperationName] as (
      connection: Connection,
      ...rest: unknown[]
    ) => unknown;
    return { id, result: run(connection, ...given) };
  } catch (error) {
    const translated = translateError(error, options.path);
    return { id, error: { ...translated.toJSON(), faults: translated.faults } };
  }
}
