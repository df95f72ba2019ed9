import { setTimeout } from 'node:timers/promises';
import type { Batch } from '@mneme/store/rows';
import { FairQueue } from './fair-queue.ts';
import type { TablesInFile } from './file/connection.ts';
import { isBusy, translateError } from './file/errors.ts';
import { FileHandles } from './file/file-handles.ts';
import { Host } from './host.ts';
import {
  isSlow,
  type OperationArguments,
  type OperationName,
  type OperationResult,
  type ReadRequest,
} from './operations.ts';
import { packBatch } from './rows/pack-rows.ts';
import { WorkerClient } from './worker-client.ts';

/** File size up to which reading or cleaning all of it takes a few milliseconds. */
const smallFileBytes = 8 * 1024 * 1024;
/** Reading, and writing, so many rows takes a few milliseconds. */
const fewRowsRead = 1000;
const fewRowsWritten = 300;
/** A program with more writes than this is a long-running one. Making a file takes two. */
const writesBeforeThread = 5;
const shortestPauseMs = 1;
const longestPauseMs = 50;
/** How long searches may run on the caller's thread before other work gets a turn. */
const sliceMs = 2;

/**
 * Decides where an operation runs. Short operations run at once on the caller's thread, so that a small memory needs no
 * other thread and a command ends soon. Long operations run in a thread beside the event loop: one for reading, one for
 * writing. Writes also go there once a program has made a few, because each waits for the disk. A file in memory
 * belongs to one connection, so everything runs on the caller's thread.
 */
export class Executor {
  readonly #options: TablesInFile;
  readonly #inMemory: boolean;
  #host: Promise<Host> | undefined;
  #handles: FileHandles | undefined;
  #reader: WorkerClient | undefined;
  #writer: WorkerClient | undefined;
  #writes = 0;
  /** Work that waits for the caller's thread. */
  readonly #queue = new FairQueue({ later: setImmediate });
  #workedMs = 0;

  constructor(options: TablesInFile) {
    this.#options = options;
    this.#inMemory = options.path === ':memory:';
  }

  /** Loads the library. The first operation meets and reports any failure. */
  start(): Promise<Host> {
    if (this.#host === undefined) {
      this.#handles = new FileHandles(this.#options.path);
      this.#host = Host.load(this.#options);
      this.#host.catch(() => {});
    }
    return this.#host;
  }

  async read<Name extends OperationName>(
    operation: Name,
    ...given: OperationArguments<Name>
  ): Promise<OperationResult<Name>> {
    const host = await this.#started();
    if (operation === 'read' && !this.#inMemory)
      return this.#readRows(host, given[0] as ReadRequest);
    if (this.#inMemory || !isSlow(operation) || this.#isSmallFile(host))
      return this.#here(host, operation, given);
    this.#reader ??= this.#newThread(host);
    return this.#reader.call(operation, ...given);
  }

  async write<Name extends OperationName>(
    operation: Name,
    ...given: OperationArguments<Name>
  ): Promise<OperationResult<Name>> {
    const host = await this.#started();
    if (this.#inMemory) return this.#here(host, operation, given);
    this.#writes += 1;
    const isShort = this.#isShortWrite(host, operation, given);
    if (!isShort || this.#writes >= writesBeforeThread) this.#startWriter(host);
    if (isShort && this.#writer?.isReady !== true) return this.#here(host, operation, given);
    return this.#startWriter(host).call(operation, ...this.#packed(operation, given));
  }

  /** Here, until it turns out that there are many rows; then in the thread. */
  async #readRows<Answer>(host: Host, request: ReadRequest): Promise<Answer> {
    const keys = request.questions.reduce(
      (sum, question) => sum + ('any' in question ? question.any.length : 0),
      0,
    );
    const here =
      keys > fewRowsRead
        ? undefined
        : await this.#here(host, 'read', [{ ...request, most: fewRowsRead }]);
    if (here !== undefined) return here as Answer;
    this.#reader ??= this.#newThread(host);
    return this.#reader.call('read', request) as Promise<Answer>;
  }

  #packed<Name extends OperationName>(
    operation: Name,
    given: OperationArguments<Name>,
  ): OperationArguments<Name> {
    if (operation !== 'write') return given;
    return [packBatch(given[0] as Batch, this.#options.tables)] as OperationArguments<Name>;
  }

  /** Which file is open: see {@link Connection.file}. */
  async file(): Promise<string | undefined> {
    return (await this.#started()).connection?.file;
  }

  async close(): Promise<void> {
    const [host, reader, writer] = [this.#host, this.#reader, this.#writer];
    this.#reader = undefined;
    this.#writer = undefined;
    for (const worker of [writer, reader]) this.#handles?.add((await worker?.close()) ?? []);
    // If it was never loaded, there is nothing to close.
    const opened = await host?.catch(() => undefined);
    this.#queue.finish();
    this.#handles?.add(opened?.close() ?? []);
    this.#handles?.close();
  }

  async #started(): Promise<Host> {
    try {
      return await this.start();
    } catch (error) {
      throw this.#translated(error);
    }
  }

  /** A thread that is started later must not open the file that has replaced the one of this memory. */
  #newThread({ connection }: Host): WorkerClient {
    return new WorkerClient({ ...this.#options, file: connection?.file });
  }

  #startWriter(host: Host): WorkerClient {
    if (this.#writer === undefined) {
      this.#writer = this.#newThread(host);
      // Opens the connection on demand. The first caller gets any failure.
      this.#writer.call('connect').catch(() => {});
    }
    return this.#writer;
  }

  #isShortWrite(host: Host, operation: OperationName, given: readonly unknown[]): boolean {
    return (operation === 'write' && isFew(given[0] as Batch)) || this.#isSmallFile(host);
  }

  #isSmallFile({ connection }: Host): boolean {
    return (connection?.bytes() ?? 0) <= smallFileBytes;
  }

  /** On this thread. If others lock the file, it tries again until the time limit of a call. */
  async #here<Name extends OperationName>(
    host: Host,
    operation: Name,
    given: readonly unknown[],
  ): Promise<OperationResult<Name>> {
    const until = performance.now() + this.#options.busyTimeoutMs;
    for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        return (await this.#queued(host, operation, given)) as OperationResult<Name>;
      } catch (error) {
        if (!isBusy(error) || performance.now() + pauseMs > until) throw this.#translated(error);
      }
      await setTimeout(pauseMs);
    }
  }

  /** At once, or, if this thread has searched for long enough, after other waiting work. Tenants take turns. */
  #queued(host: Host, operation: OperationName, given: readonly unknown[]): unknown {
    const run = () => {
      if (this.#workedMs === 0) setImmediate(() => this.#rest());
      const start = performance.now();
      try {
        return host.run(operation, given);
      } finally {
        this.#workedMs += performance.now() - start;
      }
    };
    if (!isSlow(operation)) return run();
    const { scope: tenant = '' } = (given[0] ?? {}) as { scope?: string };
    if (this.#workedMs < sliceMs && this.#queue.isIdle) {
      this.#queue.note(tenant);
      return run();
    }
    return new Promise((resolve, reject) => {
      const work = () => {
        try {
          resolve(run());
        } catch (error) {
          reject(error);
        }
      };
      this.#queue.add({ tenant, work });
    });
  }

  #rest(): void {
    this.#workedMs = 0;
  }

  #translated(error: unknown) {
    return translateError(error, this.#options.copyOf ?? this.#options.path);
  }
}

/** A removal by less than two columns may be one of a whole scope. */
function isFew({ remove = {}, put = {}, patch = [] }: Batch): boolean {
  const removed = Object.values(remove).flat();
  const rows = Object.values(put).reduce((sum, { length }) => sum + length, patch.length);
  return rows + removed.length <= fewRowsWritten && removed.every(({ length }) => length > 1);
}
