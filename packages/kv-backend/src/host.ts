import { type Driver, loadDriver } from './drivers/index.ts';
import { isSealed, logProblem } from './file/check-log.ts';
import { Connection, type TablesInFile } from './file/connection.ts';
import { damaged } from './file/errors.ts';
import { settleRemovals } from './file/remains.ts';
import { type OperationName, operations } from './operations.ts';

const firstPauseMs = 100;
const longestPauseMs = 5000;

/** A connection to the file with its operations, for any thread. All of it is synchronous. */
export class Host {
  readonly #options: TablesInFile;
  readonly #driver: Driver;
  #connection: Connection | undefined;
  /** Handles of the file and its log's index, outside SQLite. */
  readonly #handles: number[] = [];
  #idle: NodeJS.Timeout | undefined;
  #pauseMs = firstPauseMs;

  constructor(options: TablesInFile, driver: Driver) {
    this.#options = options;
    this.#driver = driver;
  }

  static async load(options: TablesInFile): Promise<Host> {
    return new Host(options, await loadDriver(options.driver));
  }

  /** Undefined before the first operation. */
  get connection(): Connection | undefined {
    return this.#connection;
  }

  /** Throws the library's errors. */
  run(operation: OperationName, given: readonly unknown[]): unknown {
    this.#connection ??= this.#open({ first: operation === 'open' });
    this.#connection.assertInPlace();
    const run = operations[operation] as (connection: Connection, ...rest: unknown[]) => unknown;
    const result = run(this.#connection, ...given);
    if (this.#connection.removalsPending) this.#settleWhenIdle();
    return result;
  }

  /** Returns the handles of the file that must be closed when nobody in the process uses it. */
  close(): number[] {
    clearTimeout(this.#idle);
    if (this.#connection?.removalsPending) this.#settlePending(this.#connection);
    this.#connection?.close();
    this.#connection = undefined;
    return this.#handles.splice(0);
  }

  /** The log must be checked before SQLite, which mistakes damage for its end. */
  #open({ first }: { first: boolean }): Connection {
    const { path, inspect, key } = this.#options;
    const problem = first ? logProblem(path, this.#handles) : undefined;
    if (problem !== undefined && !inspect) {
      // For a file under another key, the error must name the missing key.
      if (key === undefined && isSealed(path, this.#handles)) this.#connect().close();
      throw damaged(problem);
    }
    const opened = this.#connect();
    opened.logProblem = problem;
    return opened;
  }

  #connect(): Connection {
    return new Connection(this.#options, { driver: this.#driver, handles: this.#handles });
  }

  #settlePending(connection: Connection): void {
    for (let from: number | undefined = -1; from !== connection.sweeping?.from; ) {
      from = connection.sweeping?.from;
      this.#trySettle();
    }
  }

  /** Removed bytes are cleaned at the first pause in which nobody else uses the file. */
  #settleWhenIdle(): void {
    this.#pauseMs = firstPauseMs;
    this.#idle ??= this.#later(this.#pauseMs);
  }

  #later(pauseMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#idle = undefined;
      const { bytes, againMs } = this.#trySettle();
      if (bytes === 'removed') return;
      this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
      this.#idle = this.#later(againMs ?? this.#pauseMs);
    }, pauseMs).unref();
  }

  /** The next call that uses the file meets and reports a failure. */
  #trySettle(): { bytes?: string; againMs?: number } {
    try {
      return this.#connection === undefined
        ? { bytes: 'removed' }
        : settleRemovals(this.#connection);
    } catch {
      return {};
    }
  }
}
