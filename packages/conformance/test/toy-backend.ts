import { DatabaseSync } from 'node:sqlite';
import { documentsOf, keysOf, ReferenceBackend } from '../src/index.ts';
import { keyOf, keysBelow, type Table } from '../src/reference/table.ts';

/** A backend over one more store, as a reader of docs/write-a-backend.md would write it. */
export function toyBackend(path: string) {
  const backend = new ReferenceBackend('toy', new SqliteTable(path));
  return Object.assign(backend, { documents: documentsOf(backend), keys: keysOf(backend) });
}

/** A table of two columns. */
class SqliteTable implements Table {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: 10_000 });
    this.#database.exec('CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT)');
  }

  read<T>(...key: string[]): T | undefined {
    const row = this.#database.prepare('SELECT value FROM entries WHERE key = ?').get(keyOf(key));
    return row && (JSON.parse(row.value as string) as T);
  }

  readAll<T>(...prefix: string[]): T[] {
    return this.#database
      .prepare('SELECT value FROM entries WHERE key >= ? AND key < ? ORDER BY key')
      .all(...keysBelow(prefix))
      .map((row) => JSON.parse(row.value as string) as T);
  }

  write(value: unknown, ...key: string[]): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO entries (key, value) VALUES (?, ?)')
      .run(keyOf(key), JSON.stringify(value));
  }

  remove(...key: string[]): boolean {
    return this.#database.prepare('DELETE FROM entries WHERE key = ?').run(keyOf(key)).changes > 0;
  }

  removeAll(...prefix: string[]): number {
    const remove = this.#database.prepare('DELETE FROM entries WHERE key >= ? AND key < ?');
    return Number(remove.run(...keysBelow(prefix)).changes);
  }

  transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const done = work();
      this.#database.exec('COMMIT');
      return done;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }
}
