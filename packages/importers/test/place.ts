import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Memory, MemoryOptions, MemoryRecord } from '@mneme/core';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect } from 'vitest';
import { ZipFile } from 'yazl';
import { openMemory } from '../../../test/memory.ts';
import {
  type ImportFormat,
  type ImportItemsOptions,
  type ItemsReport,
  importItems,
  openImport,
  readItems,
} from '../src/index.ts';

/** A place that is new in each test of the file, with a clock that goes on by a millisecond at each look. */
export function usePlace(clock?: () => Date): Place {
  const place = new Place(clock);
  beforeEach(() => place.renew());
  afterEach(() => place.close());
  return place;
}

/** A folder and an empty memory, for one test. */
export class Place {
  folder = '';
  memory!: Memory;
  readonly #now: () => Date;

  constructor(clock?: () => Date) {
    let time = Date.parse('2026-05-02T00:00:00Z');
    this.#now = clock ?? (() => new Date(time++));
  }

  static async open(options: Partial<MemoryOptions> = {}): Promise<Place> {
    const place = new Place();
    await place.renew(options);
    return place;
  }

  async renew(options: Partial<MemoryOptions> = {}): Promise<void> {
    this.folder = mkdtempSync(join(tmpdir(), 'mneme-importers-'));
    this.memory = await openMemory({ extractor: 'none', clock: this.#now, ...options });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, content: string | Uint8Array): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    // Two files may be written in the same millisecond.
    const now = this.#now();
    utimesSync(path, now, now);
    return path;
  }

  json(name: string, content: unknown): string {
    return this.write(name, JSON.stringify(content));
  }

  lines(name: string, lines: readonly unknown[]): string {
    const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    return this.write(name, texts.map((line) => `${line}\n`).join(''));
  }

  async zip(name: string, files: Readonly<Record<string, unknown>>): Promise<string> {
    const zip = new ZipFile();
    for (const [path, content] of Object.entries(files)) {
      const text =
        typeof content === 'string' || content instanceof Uint8Array
          ? content
          : JSON.stringify(content);
      zip.addReadStream(Readable.from([Buffer.from(text as string)]), path, {
        mtime: new Date('2026-05-01T00:00:00Z'),
      });
    }
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(this.path(name)));
    return this.path(name);
  }

  /** A SQLite file made by these statements. */
  sqlite(name: string, fill: (database: Sqlite.Database) => void): string {
    const database = new Sqlite(this.path(name));
    fill(database);
    database.close();
    return this.path(name);
  }

  /** Imports, and returns the report and the detected format. */
  async import(
    given: string | AsyncIterable<Uint8Array>,
    {
      from,
      textField,
      ...options
    }: { from?: ImportFormat; textField?: string } & Partial<ImportItemsOptions> = {},
  ): Promise<ItemsReport & { format: ImportFormat }> {
    const { source, format } = await openImport(given, { from });
    try {
      const items = readItems(source, {
        format,
        textField,
        hasScope: options.scope !== undefined,
      });
      const settings = {
        scope: 'ada',
        everyScope: options.scope !== undefined,
        now: this.#now,
        ...options,
      };
      return { ...(await importItems(this.memory, items, settings)), format };
    } finally {
      await source.close();
    }
  }

  /**
   * Imports, and expects this report and exactly these records in the scope, in the order of `all`; a text is the content
   * of a record. Then imports again, and expects that nothing is added.
   */
  async gives(
    given: string,
    {
      report = {},
      records,
      ...options
    }: { report?: object; records: readonly (string | object)[] } & Parameters<Place['import']>[1],
  ): Promise<void> {
    const done = await this.import(given, options);
    expect(done).toMatchObject({ problemCount: 0, ...report });
    const wanted = records.map((each) => (typeof each === 'string' ? { content: each } : each));
    expect(await this.all(options.scope)).toMatchObject(wanted);
    const confirmed = done.created + done.confirmed;
    expect(await this.import(given, options)).toMatchObject({ created: 0, confirmed });
  }

  /** All records of a scope: facts before turns, oldest first. */
  async all(scope = 'ada', { includeSuperseded = false } = {}): Promise<MemoryRecord[]> {
    const { memories } = await this.memory.scope(scope).list({ limit: 1000, includeSuperseded });
    return memories.sort((a, b) => compare(key(a), key(b)));
  }

  async contents(scope = 'ada'): Promise<string[]> {
    return (await this.all(scope)).map(({ content }) => content);
  }

  async close(): Promise<void> {
    await this.memory.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function key({ source, occurredAt, content }: MemoryRecord): string {
  return `${source.session ?? ''} ${String(source.sequence ?? '').padStart(6, '0')} ${occurredAt} ${content}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}
