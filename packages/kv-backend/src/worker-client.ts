import type { Worker } from 'node:worker_threads';
import { type Fault, MnemeError, type MnemeErrorCode } from '@mneme/core/contract';
import type { Tables } from '@mneme/store/rows';
import type { TablesInFile } from './file/connection.ts';
import { threads } from './file/file-handles.ts';
import type {
  OperationArguments,
  OperationName,
  OperationResult,
  ReadRequest,
} from './operations.ts';
import { type AnswerPiece, ReceivedAnswers } from './rows/answer-pieces.ts';
import type { PackedBatch } from './rows/pack-rows.ts';

export interface WorkerQuestion {
  id: number;
  /** `next`: the next piece of the answer with this id. */
  operation: OperationName | 'close' | 'next';
  arguments: unknown[];
}

export type WorkerAnswer =
  | { id: number; result: unknown; piece?: undefined; error?: undefined }
  | { id: number; piece: AnswerPiece; error?: undefined }
  | { id: number; error: WorkerFailure };

/** A MnemeError in a form that can be sent between threads. */
interface WorkerFailure {
  code: MnemeErrorCode;
  message: string;
  field?: string;
  faults: readonly Fault[];
}

interface Waiting {
  rows?: ReceivedAnswers;
  resolve(result: unknown): void;
  reject(error: MnemeError): void;
}

/**
 * The thread inherits the flags of the process: flags of V8 in `execArgv` would be refused, and with an empty one
 * Node's permissions would not apply. It starts from a `data:` URL, because a file is refused if the program was given
 * as text (`--input-type`).
 */
function entryOf(file: URL): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`import ${JSON.stringify(file.href)}`)}`,
  );
}

/**
 * The thread's data is in typed arrays outside the heap; without a limit the heap would grow as much with short-lived
 * objects.
 */
const maxYoungGenerationSizeMb = 4;

/**
 * One worker thread with one connection. The drivers are synchronous, so a long query blocks this thread and not the
 * event loop. The thread keeps the process alive only while a request is open.
 */
export class WorkerClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #tables: Tables;
  #nextId = 1;
  #ready = false;
  #failure: MnemeError | undefined;

  constructor(options: TablesInFile) {
    this.#tables = options.tables;
    this.#worker = new (threads().Worker)(
      entryOf(
        new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url),
      ),
      // Handles of the file go to the main thread when the worker ends.
      {
        workerData: options,
        trackUnmanagedFds: false,
        resourceLimits: { maxYoungGenerationSizeMb },
      },
    );
    this.#worker.on('message', (answer: WorkerAnswer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('the worker thread ended')));
    // After adding the listeners, because a listener for messages keeps the process alive again.
    this.#worker.unref();
  }

  /** Whether it has answered anything; until then it is starting. */
  get isReady(): boolean {
    return this.#ready;
  }

  call<Name extends OperationName>(
    operation: Name,
    ...given: OperationArguments<Name>
  ): Promise<OperationResult<Name>> {
    return this.#ask(operation, given) as Promise<OperationResult<Name>>;
  }

  /** Cancels the running operation at the end of its statement. */
  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Returns the handles of the file to close when no worker uses it. */
  async close(): Promise<number[]> {
    if (this.#failure !== undefined) return [];
    const handles = await this.#ask('close', []);
    await this.#worker.terminate();
    return handles as number[];
  }

  #ask(operation: WorkerQuestion['operation'], given: unknown[]): Promise<unknown> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const rows =
        operation === 'read'
          ? new ReceivedAnswers((given[0] as ReadRequest).questions, this.#tables)
          : undefined;
      this.#waiting.set(id, { resolve, reject, rows });
      this.#worker.ref();
      this.#worker.postMessage(
        { id, operation, arguments: given } satisfies WorkerQuestion,
        movedOf(operation, given),
      );
    });
  }

  #settle(answer: WorkerAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if (answer.error === undefined && answer.piece !== undefined) {
      const { id, piece } = answer;
      // Asked for at once, so that the thread packs it meanwhile.
      if (!piece.isLast)
        this.#worker.postMessage({ id, operation: 'next', arguments: [] } satisfies WorkerQuestion);
      waiting?.rows?.add(piece);
      if (!piece.isLast) return;
      answer = { id, result: waiting?.rows?.answers };
    }
    this.#waiting.delete(answer.id);
    this.#ready = true;
    if (this.#waiting.size === 0) this.#worker.unref();
    if (answer.error === undefined) {
      waiting?.resolve('result' in answer ? answer.result : undefined);
    } else {
      const { code, message, field, faults } = answer.error;
      waiting?.reject(new MnemeError(code, faults.length > 0 ? faults : message, { field }));
    }
  }

  #fail(cause: Error): void {
    this.#failure ??= new MnemeError(
      'unavailable',
      'code' in cause && /MODULE_NOT_FOUND$/.test(String(cause.code))
        ? `the SQLite worker cannot be started: ${cause.message}: if this application is bundled, leave @mneme/sqlite out of the bundle`
        : `the SQLite worker stopped: ${cause.message}: open the memory again`,
      { cause },
    );
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}

/** What a message gives away instead of copying it. */
function movedOf(operation: WorkerQuestion['operation'], given: readonly unknown[]): ArrayBuffer[] {
  if (operation !== 'write') return [];
  return Object.values((given[0] as PackedBatch).packed).map(({ bytes }) => bytes.buffer);
}
