import { setTimeout } from 'node:timers/promises';
import type { CommitRequest, LookUpRequest } from '@mneme/core/contract';
import { FileHandles } from './file-handles.ts';
import { Host } from './host.ts';
import { ofScope, slow, slowWrites } from './operation-kinds.ts';
import type { OperationArguments, OperationName, OperationResult } from './operations.ts';
import { packCommit } from './packed-commit.ts';
import type { ConnectionOptions } from './store/connection.ts';
import { isBusy, translateError } from './store/errors.ts';
import { Turns } from './turns.ts';
import { WorkerClient } from './worker-client.ts';

/** A search of so many rows takes a few milliseconds. */
const smallScopeRows = 10_000;
/** Reading or cleaning all of such a file does. */
const smallFileBytes = 8 * 1024 * 1024;
/** Probes of a look-up, and records of a commit. */
const fewItems = 32;
/** A program that writes more often is one that stays. */
const writesBeforeThread = 3;
const shortestPauseMs = 1;
const longestPauseMs = 50;
/** So long the caller's thread works on searches before it looks for what else there is to do. */
const turnMs = 2;

/**
 * Decides where an operation runs. What is short runs at once on the thread of the caller, so that a small memory needs no
 * other and a command ends soon. What may take long runs in a thread beside the event loop: one for reading, one for
 * writing. Writes go there too once a program has made a few, since each waits for the disk. A file in memory belongs to one
 * connection, so all of it is done on the caller's thread.
 */
export class Executor {
  readonly #options: ConnectionOptions;
  readonly #inMemory: boolean;
  #host: Promise<Host> | undefined;
  #handles: FileHandles | undefined;
  #reader: WorkerClient | undefined;
  #writer: WorkerClient | undefined;
  #writes = 0;
  /** What waits for the caller's thread. */
  readonly #turns = new Turns({ later: setImmediate });
  #workedMs = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#inMemory = options.path === ':memory:';
  }

  /** Loads the library. What fails is met again by the first operation. */
  start(): Promise<Host> {
    if (this.#host === undefined) {
      this.#handles = new FileHandles(this.#options.path);
      // Nobody waits here for a lock: see #here.
      this.#host = Host.load({ ...this.#options, busyTimeoutMs: 0 });
      this.#host.catch(() => {});
    }
    return this.#host;
  }

  async read<Name extends OperationName>(
    operation: Name,
    ...given: OperationArguments<Name>
  ): Promise<OperationResult<Name>> {
    const host = await this.#started();
    if (this.#isShortRead(host, operation, given)) return this.#here(host, operation, given);
    this.#reader ??= new WorkerClient(this.#options);
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
    if (!isShort || this.#writes >= writesBeforeThread) this.#startWriter();
    if (isShort && this.#writer?.isReady !== true) return this.#here(host, operation, given);
    const packed = operation === 'commit' ? [packCommit(given[0] as CommitRequest)] : given;
    return this.#startWriter().call(operation, ...(packed as OperationArguments<Name>));
  }

  async close(): Promise<void> {
    const [host, reader, writer] = [this.#host, this.#reader, this.#writer];
    this.#reader = undefined;
    this.#writer = undefined;
    for (const worker of [writer, reader]) this.#handles?.add((await worker?.close()) ?? []);
    // One that was never loaded has nothing to close.
    const opened = await host?.catch(() => undefined);
    this.#turns.finish();
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

  #startWriter(): WorkerClient {
    if (this.#writer === undefined) {
      this.#writer = new WorkerClient(this.#options);
      // It has a connection when it is needed. What fails is told to the first that asks.
      this.#writer.call('touch', '', [], '').catch(() => {});
    }
    return this.#writer;
  }

  #isShortRead(host: Host, operation: OperationName, given: readonly unknown[]): boolean {
    if (this.#inMemory || !slow.has(operation) || host.connection === undefined) return true;
    if (operation === 'lookUp' && (given[0] as LookUpRequest).probes.length > fewItems)
      return false;
    if (!ofScope.has(operation)) return host.connection.bytes() <= smallFileBytes;
    const scope = operation === 'history' ? given[0] : (given[0] as { scope: string }).scope;
    const rows = host.connection
      .column<number>('SELECT next_row FROM scopes WHERE name = ?')
      .get(scope);
    return (rows ?? 0) <= smallScopeRows;
  }

  #isShortWrite(host: Host, operation: OperationName, given: readonly unknown[]): boolean {
    if (operation === 'commit') {
      const { puts, removals } = given[0] as CommitRequest;
      return puts.length + removals.length <= fewItems;
    }
    if (!slowWrites.has(operation)) return true;
    return (host.connection?.bytes() ?? 0) <= smallFileBytes;
  }

  /** On this thread. Where others hold the file, it is tried again for as long as a call may wait. */
  async #here<Name extends OperationName>(
    host: Host,
    operation: Name,
    given: readonly unknown[],
  ): Promise<OperationResult<Name>> {
    const until = performance.now() + this.#options.busyTimeoutMs;
    for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        return (await this.#inTurn(host, operation, given)) as OperationResult<Name>;
      } catch (error) {
        if (!isBusy(error) || performance.now() + pauseMs > until) throw this.#translated(error);
      }
      await setTimeout(pauseMs);
    }
  }

  /** At once, or, where this thread has searched long enough, when it has looked for other work. Tenants take turns. */
  #inTurn(host: Host, operation: OperationName, given: readonly unknown[]): unknown {
    const run = () => {
      if (this.#workedMs === 0) setImmediate(() => this.#rest());
      const start = performance.now();
      try {
        return host.run(operation, given);
      } finally {
        this.#workedMs += performance.now() - start;
      }
    };
    if (!slow.has(operation)) return run();
    const { scope: tenant = '' } = (given[0] ?? {}) as { scope?: string };
    if (this.#workedMs < turnMs && this.#turns.isIdle) {
      this.#turns.note(tenant);
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
      this.#turns.add({ tenant, work });
    });
  }

  #rest(): void {
    this.#workedMs = 0;
  }

  #translated(error: unknown) {
    return translateError(error, this.#options.copyOf ?? this.#options.path);
  }
}
