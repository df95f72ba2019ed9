import { parentPort, workerData } from 'node:worker_threads';
import type { Row } from '@mneme/store/rows';
import { FairQueue } from './fair-queue.ts';
import type { TablesInFile } from './file/connection.ts';
import { isBusy, translateError } from './file/errors.ts';
import { Host } from './host.ts';
import { isSlow, type OperationName, type ReadRequest } from './operations.ts';
import { type AnswerPiece, answerPieces } from './rows/answer-pieces.ts';
import type { WorkerAnswer, WorkerQuestion } from './worker-client.ts';

/**
 * Answers requests beside the event loop, over one connection. Long operations of several tenants take turns, and other
 * requests are answered in between.
 */

const options = workerData as TablesInFile;
const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread only');

const pauseMs = 3;
const loading = Host.load(options);
loading.catch(() => {}); // The first request gets the error.
const queue = new FairQueue({ later: setImmediate });
const never = new Int32Array(new SharedArrayBuffer(4));

port.on('message', async (question: WorkerQuestion) => {
  // Requests wait only for the driver, so they start in the order in which they came.
  let host: Host;
  try {
    host = await loading;
  } catch (error) {
    return fail(question.id, error);
  }
  if (question.operation === 'close') {
    // Earlier requests are answered first.
    queue.finish();
    answer(question.id, () => host.close());
    port.close();
    return;
  }
  const { id, operation, arguments: given } = question;
  if (operation === 'next') return postPiece(id);
  const work =
    operation === 'read'
      ? () => answerRows(host, question)
      : () => answer(id, () => run(host, question));
  if (!isSlow(operation)) return work();
  const { scope = '' } = (given[0] ?? {}) as { scope?: string };
  queue.add({ tenant: scope, work });
});

/** Answers to reads of rows of which the other thread has only the first pieces. */
const unfinished = new Map<number, Iterator<AnswerPiece, undefined>>();

function answerRows(host: Host, question: WorkerQuestion): void {
  try {
    const answers = run(host, question) as Row[][];
    const { questions } = question.arguments[0] as ReadRequest;
    unfinished.set(question.id, answerPieces(answers, { questions, tables: options.tables }));
    postPiece(question.id);
  } catch (error) {
    fail(question.id, error);
  }
}

function postPiece(id: number): void {
  const { value: piece } = unfinished.get(id)?.next() ?? {};
  if (piece === undefined) return;
  if (piece.isLast) unfinished.delete(id);
  post(
    { id, piece },
    piece.parts.map(({ rows }) => rows.bytes.buffer),
  );
}

function run(host: Host, { operation, arguments: given }: WorkerQuestion): unknown {
  return waiting(() => host.run(operation as OperationName, given));
}

/** Tries again while others lock the file, until the time limit of a call. */
function waiting<Result>(work: () => Result): Result {
  const until = performance.now() + options.busyTimeoutMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
    }
    Atomics.wait(never, 0, 0, pauseMs);
  }
}

function answer(id: number, work: () => unknown): void {
  try {
    post({ id, result: work() });
  } catch (error) {
    fail(id, error);
  }
}

function fail(id: number, error: unknown): void {
  const translated = translateError(error, options.copyOf ?? options.path);
  post({ id, error: { ...translated.toJSON(), faults: translated.faults } });
}

function post(message: WorkerAnswer, moved: ArrayBuffer[] = []): void {
  port?.postMessage(message, moved);
}
