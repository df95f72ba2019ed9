import { existsSync, realpathSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { MnemeError, type Remains } from '@mneme/core/contract';
import { parseOptions } from '@mneme/core/input';
import type { Tables } from '@mneme/store/rows';
import { type BackupOptions, type BackupReport, backupFields, writeBackup } from './backup.ts';
import { Executor } from './executor.ts';
import type { TablesInFile } from './file/connection.ts';
import {
  copySource,
  copyToRead,
  isOpen,
  type OnlyRead,
  onlyRead,
  type ReadableCopy,
  whyOnlyRead,
} from './file/copy-to-read.ts';
import { FileHandles } from './file/file-handles.ts';
import { hasLog } from './file/stray-log.ts';
import type { OperationArguments, OperationName, OperationResult } from './operations.ts';

/** One file of a store, and what runs on it. If the file can only be read, a copy of it is used. */
export class StoreFile {
  #options: TablesInFile;
  /** Used instead of a file that can only be read. */
  #copy: ReadableCopy | undefined;
  /** Absent: writes are not refused. */
  #onlyRead: OnlyRead | undefined;
  #handles: FileHandles | undefined;
  #executor: Executor;

  constructor(options: TablesInFile) {
    this.#options = options;
    this.#onlyRead = options.readOnly ? 'source' : undefined;
    this.#executor = new Executor(options);
  }

  get tables(): Tables {
    return this.#options.tables;
  }

  async open(): Promise<void> {
    if (this.#options.readOnly) await this.#takeSource();
    const openElsewhere = isOpen(this.#options.path);
    try {
      await this.read('open');
    } catch (error) {
      if (openElsewhere || !(await this.#takeCopy(error))) throw error;
      await this.read('open').catch(async (unreadable) => {
        await this.#executor.close();
        this.#copy?.remove();
        throw unreadable;
      });
    }
  }

  read<Name extends OperationName>(
    operation: Name,
    ...given: OperationArguments<Name>
  ): Promise<OperationResult<Name>> {
    return this.#executor.read(operation, ...given);
  }

  async write<Name extends OperationName>(
    operation: Name,
    ...given: OperationArguments<Name>
  ): Promise<OperationResult<Name>> {
    const { path, copyOf = path } = this.#options;
    if (this.#onlyRead !== undefined) throw onlyRead(copyOf, this.#onlyRead);
    return this.#executor.write(operation, ...given);
  }

  /** See `Backend.remains`. */
  async remains({ wait }: { wait: boolean }): Promise<Remains> {
    const until = performance.now() + (wait ? this.#options.busyTimeoutMs : 0);
    for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 100)) {
      const settle =
        this.#onlyRead === undefined ? this.write('settleRemovals') : this.read('settleRemovals');
      const { againMs, ...remains } = await settle;
      pauseMs = Math.min(pauseMs, againMs ?? pauseMs);
      if (remains.bytes === 'removed' || performance.now() + pauseMs > until) return remains;
      await setTimeout(pauseMs);
    }
  }

  async backup(options: BackupOptions): Promise<BackupReport> {
    const given = parseOptions(options, backupFields, ['path']);
    return writeBackup({ ...this.#options, file: await this.#executor.file() }, given);
  }

  async close(): Promise<void> {
    await this.#executor.close();
    this.#copy?.remove();
    this.#handles?.close();
  }

  /** If the file itself cannot be opened, but its bytes can be read. */
  async #takeCopy(error: unknown): Promise<boolean> {
    const mayRead = ['unavailable', 'read_only', 'storage_full'];
    const { path } = this.#options;
    if (!MnemeError.isInstance(error) || !mayRead.includes(error.code) || path === ':memory:')
      return false;
    await this.#executor.close();
    const copy = await this.#copied((handles) => copyToRead(path, handles));
    if (typeof copy !== 'object') return false;
    this.#onlyRead = whyOnlyRead(path, error);
    this.#use(copy, path);
    return true;
  }

  /** Reading a file with a log where it is would move the log into it. While others write to it, it stays theirs. */
  async #takeSource(): Promise<void> {
    const { path } = this.#options;
    if (!existsSync(path) || !hasLog(realpathSync(path))) return;
    const copy = await this.#copied((handles) => copySource(path, handles));
    if (copy !== undefined) this.#use(copy, path);
  }

  async #copied<Copy>(copy: (handles: number[]) => Promise<Copy>): Promise<Copy> {
    this.#handles ??= new FileHandles(this.#options.path);
    const handles: number[] = [];
    try {
      return await copy(handles);
    } finally {
      this.#handles.add(handles);
    }
  }

  #use(copy: ReadableCopy, path: string): void {
    this.#copy = copy;
    this.#options = { ...this.#options, path: copy.path, copyOf: path };
    this.#executor = new Executor(this.#options);
  }
}
