import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { MnemeError } from '@mneme/core/contract';

const endings = ['', '-wal', '-shm'];

/**
 * Notices that a file, or its log, was removed or replaced while it was open. What is written then goes to a file without
 * a name, or into the log of another one.
 */
export class FileIdentity {
  readonly #name: string;
  readonly #paths: string[];
  /** Of each file that was seen. */
  readonly #seen = new Map<string, string>();

  /** `name`: as messages call the file. Undefined for a database in memory. */
  constructor(path: string, name: string) {
    this.#name = name;
    // The folder that a program works in may change.
    this.#paths = path === ':memory:' ? [] : endings.map((ending) => resolve(path) + ending);
  }

  /** `whole`: its log and the index of that too, which a write depends on. */
  assertSame({ whole }: { whole: boolean }): void {
    for (const path of whole ? this.#paths : this.#paths.slice(0, 1)) {
      const facts = statSync(path, { bigint: true, throwIfNoEntry: false });
      const now = facts && `${facts.dev} ${facts.ino}`;
      const seen = this.#seen.get(path);
      if (seen === undefined && now !== undefined) this.#seen.set(path, now);
      else if (seen !== now)
        throw new MnemeError(
          'unavailable',
          `SQLite file ${this.#name}: ${path} was removed or replaced while it was open, and what is written now would be lost: open the memory again`,
        );
    }
  }
}
