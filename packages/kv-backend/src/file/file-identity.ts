import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { MnemeError } from '@mneme/core/contract';

const endings = ['', '-wal', '-shm'];

/**
 * Notices that a file, or its log, was removed or replaced while it was open: writes would go to a file without a name,
 * or into the log of another one.
 */
export class FileIdentity {
  readonly #name: string;
  readonly #paths: string[];
  /** Identity of each file seen. */
  readonly #seen = new Map<string, string>();

  /** `name`: the file's name in messages. `expected`: the {@link file} of a connection that was opened before. */
  constructor(path: string, { name, expected }: { name: string; expected?: string }) {
    this.#name = name;
    // The working directory of a program may change.
    this.#paths = path === ':memory:' ? [] : endings.map((ending) => resolve(path) + ending);
    const [file] = this.#paths;
    if (file !== undefined && expected !== undefined) this.#seen.set(file, expected);
  }

  /** Which file it is, for another connection to the same. Undefined for a database in memory. */
  get file(): string | undefined {
    return this.#seen.get(this.#paths[0] ?? '');
  }

  /** `whole`: also its log and the log's index, on which a write depends. */
  assertSame({ whole }: { whole: boolean }): void {
    for (const path of whole ? this.#paths : this.#paths.slice(0, 1)) {
      const facts = statSync(path, { bigint: true, throwIfNoEntry: false });
      const now = facts && `${facts.dev} ${facts.ino}`;
      const seen = this.#seen.get(path);
      if (seen === undefined && now !== undefined) this.#seen.set(path, now);
      else if (seen !== now)
        throw new MnemeError(
          'unavailable',
          `SQLite file ${this.#name}: ${path} was removed or replaced while it was open, and new writes would be lost: open the memory again`,
        );
    }
  }
}
