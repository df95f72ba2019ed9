import { MnemeError } from '@mneme/core/contract';
import type { Connection } from '../connection.ts';

/** The tables that an erasure deletes from. */
export const erasedTables = [
  'records',
  'facets',
  'vectors',
  'audit',
  'chunks',
  'versions',
  'documents',
  'stores',
] as const;

/**
 * Removes the bytes of deleted rows from the files of tables, beside the calls that deleted them: one statement at a
 * time, and one more for all that was asked meanwhile.
 */
export class Vacuum {
  readonly #connection: Connection;
  #running: Promise<void> | undefined;
  #isWanted = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  begin(): void {
    this.#isWanted = true;
    this.#running ??= this.#run();
  }

  /** Resolves when nothing is wanted any more. */
  async end(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    const { schema } = this.#connection.settings;
    const tables = erasedTables.map((table) => `"${schema}".${table}`).join(', ');
    while (this.#isWanted) {
      this.#isWanted = false;
      try {
        await this.#connection.alone(`VACUUM (PARALLEL 0) ${tables}`);
      } catch (error) {
        // The rows are deleted anyway: for a table that takes longer, autovacuum does it, as `postgresRemains` says.
        if (!MnemeError.isInstance(error)) throw error;
      }
    }
    this.#running = undefined;
  }
}
