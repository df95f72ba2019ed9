import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type EmbedderIdentity, MnemeError } from '@mneme/core/contract';
import Database from 'better-sqlite3';
import * as sqliteVec from 'sqlite-vec';
import { documentSchemaSql } from '../documents/schema.ts';
import { keySchemaSql } from '../keys/key-table.ts';
import { applicationId, schemaSql, schemaVersion } from './schema.ts';
import {
  createSpace,
  dropRetired,
  parseSpaces,
  readSpacesText,
  requireCurrent,
  type Spaces,
  saveSpaces,
} from './spaces.ts';

export interface ConnectionOptions {
  path: string;
  busyTimeoutMs: number;
  /** `full` survives a power cut after the acknowledgement, `normal` a killed process. */
  durability: 'full' | 'normal';
}

/** A statement takes positional parameters; rows come back as T. */
export interface Statement<T> {
  all(...parameters: unknown[]): T[];
  get(...parameters: unknown[]): T | undefined;
  run(...parameters: unknown[]): { changes: number };
}

/** One open database with its prepared statements. */
export class Connection {
  readonly path: string;
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();
  #spaces: Spaces = { retired: [] };
  #spacesText = '';

  constructor(options: ConnectionOptions) {
    this.path = options.path;
    if (options.path !== ':memory:') mkdirSync(dirname(options.path), { recursive: true });
    const isNew = options.path === ':memory:' || !existsSync(options.path);
    this.#database = new Database(options.path, { timeout: options.busyTimeoutMs });
    try {
      this.#checkOwner(isNew);
      this.#database.pragma('foreign_keys = ON');
      this.#database.pragma('secure_delete = ON');
      this.#database.pragma('temp_store = MEMORY');
      this.#database.pragma('cache_size = -16000');
      this.#database.pragma(`synchronous = ${options.durability === 'full' ? 'FULL' : 'NORMAL'}`);
      sqliteVec.load(this.#database);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** Creates the tables in an empty file, and holds the embedder against the one remembered. */
  prepareSchema(embedder: EmbedderIdentity | undefined): void {
    if (this.#version() === 0) {
      this.#database.pragma('journal_mode = WAL');
      const create = this.#database.transaction(() => {
        if (this.#version() !== 0) return; // Another process was faster.
        this.#database.exec(schemaSql);
        this.#database.exec(documentSchemaSql);
        this.#database.exec(keySchemaSql);
        this.#database.pragma(`application_id = ${applicationId}`);
        this.#database.pragma(`user_version = ${schemaVersion}`);
      });
      create.immediate();
    }
    this.refreshSpaces();
    if (this.spaces.retired.length > 0) dropRetired(this);
    if (embedder === undefined) return;
    if (this.spaces.current === undefined) {
      this.write(() => {
        if (this.spaces.current !== undefined) return; // Another process was faster.
        saveSpaces(this, { ...this.spaces, current: createSpace(this, embedder) });
      });
    }
    requireCurrent(this, embedder);
  }

  /** The vector tables, as they were when the transaction began. */
  get spaces(): Spaces {
    return this.#spaces;
  }

  /** Another process may have changed them. */
  refreshSpaces(): void {
    const text = readSpacesText(this);
    if (text === this.#spacesText) return;
    this.#spaces = parseSpaces(text);
    this.#spacesText = text;
  }

  /** One or several statements without parameters. */
  execute(sql: string): void {
    this.#database.exec(sql);
  }

  /** Prepared once a connection, by its text. */
  statement<T = unknown>(sql: string): Statement<T> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement as unknown as Statement<T>;
  }

  /** As {@link statement}, answering the first column of each row. */
  column<T>(sql: string): Statement<T> {
    const key = `column ${sql}`;
    let statement = this.#statements.get(key);
    if (statement === undefined) {
      statement = this.#database.prepare(sql).pluck();
      this.#statements.set(key, statement);
    }
    return statement as unknown as Statement<T>;
  }

  /** Everything inside sees one snapshot. */
  read<T>(work: () => T): T {
    return this.#database.transaction(() => this.#inside(work)).deferred();
  }

  /** Takes the write lock at once, so that what was read inside still holds at the commit. */
  write<T>(work: () => T): T {
    return this.#database.transaction(() => this.#inside(work)).immediate();
  }

  #inside<T>(work: () => T): T {
    this.refreshSpaces();
    return work();
  }

  /** Moves the write-ahead log into the file and empties it, so that no old page is left beside the file. */
  truncateLog(): void {
    this.#database.pragma('wal_checkpoint(TRUNCATE)');
  }

  bytes(): number {
    return Number(
      this.column<number>(
        'SELECT page_count * page_size FROM pragma_page_count, pragma_page_size',
      ).get(),
    );
  }

  close(): void {
    this.#database.close();
  }

  #version(): number {
    return Number(this.#database.pragma('user_version', { simple: true }));
  }

  #checkOwner(isNew: boolean): void {
    if (isNew) return;
    const tables = this.#database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
    if (tables === 0) return;
    const owner = this.#database.pragma('application_id', { simple: true });
    if (owner !== applicationId) {
      throw new MnemeError(
        'foreign_store',
        `${this.path} is a database of another program: give another path`,
        {
          field: 'path',
        },
      );
    }
    if (this.#version() > schemaVersion) {
      throw new MnemeError(
        'foreign_store',
        `${this.path} was written by a newer version of Mneme (schema ${this.#version()}, this one knows ${schemaVersion}): update Mneme`,
        { field: 'path' },
      );
    }
  }
}
