import { parentPort, workerData } from 'node:worker_threads';
import { type OperationName, operations } from './operations.ts';
import { Connection, type ConnectionOptions } from './store/connection.ts';
import { translateError } from './store/errors.ts';
import type { WorkerAnswer, WorkerQuestion } from './worker-client.ts';

/** Runs beside the event loop: holds one connection and answers one question after the other. */

const options = workerData as ConnectionOptions;
const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread only');

let connection: Connection | undefined;

port.on('message', (question: WorkerQuestion) => {
  port.postMessage(answer(question));
  if (question.operation === 'close') port.close();
});

function answer({ id, operation, arguments: given }: WorkerQuestion): WorkerAnswer {
  try {
    if (operation === 'close') {
      connection?.close();
      connection = undefined;
      return { id, result: undefined };
    }
    connection ??= new Connection(options);
    const run = operations[operation as OperationName] as (
      connection: Connection,
      ...rest: unknown[]
    ) => unknown;
    return { id, result: run(connection, ...given) };
  } catch (error) {
    const translated = translateError(error, options.path);
    return { id, error: translated.toJSON() };
  }
}
