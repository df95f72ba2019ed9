import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { expect } from 'vitest';
import { filesWith } from './encrypted-file.ts';
import { firstEmbedder } from './life.ts';

export const keys = { first: 'ab'.repeat(32), second: 'cd'.repeat(32) };

const marker = 'zqxjkvmarker';

/** The files of a crashed store, including its log, and its keys before and after the change. */
export class KilledKeyChange {
  readonly #folder = mkdtempSync(join(tmpdir(), 'mneme-killed-'));
  readonly #before: string | undefined;
  readonly #after: string | undefined;
  #records = 0;
  #round = 0;
  /** Runs that were not killed. */
  #finished = 0;

  constructor(change: { before?: string; after?: string }) {
    this.#before = change.before;
    this.#after = change.after;
  }

  /** `records`: the number in the file; the log has as many more. */
  async prepare(records: number): Promise<void> {
    const path = join(this.#folder, 'memory.db');
    for (const part of ['file', 'log']) {
      const memory = await this.#open(path, this.#before);
      await memory.scope('ada').storeMany(
        Array.from({ length: records }, (_, index) => ({
          content: `${part} ${index} of the ${marker} ${'herons sail at noon '.repeat(10)}`,
        })),
        { onConflict: 'keepBoth' },
      );
      if (part === 'log')
        for (const name of readdirSync(this.#folder))
          copyFileSync(join(this.#folder, name), join(this.#folder, `kept-${name}`));
      await memory.close();
    }
    this.#records = 2 * records;
  }

  destroy(): void {
    rmSync(this.#folder, { recursive: true });
  }

  /** Kills the change at the first call that changes a file, then at the second, and so on, until a run completes. */
  async runToTheEnd(): Promise<('before' | 'after')[]> {
    const states: ('before' | 'after')[] = [];
    for (let first = 1; this.#finished === 0; first += 3) {
      const calls = [first, first + 1, first + 2];
      states.push(...(await Promise.all(calls.map((atCall) => this.run({ atCall })))));
    }
    return states;
  }

  /** Runs the change until it is killed, opens what is left, and returns which of the two states it has. */
  async run(killed: { atCall?: number; afterMs?: number }): Promise<'before' | 'after'> {
    this.#round += 1;
    const place = join(this.#folder, `round ${this.#round}`);
    mkdirSync(place);
    const path = join(place, 'memory.db');
    for (const end of ['', '-wal'])
      copyFileSync(join(this.#folder, `kept-memory.db${end}`), path + end);
    await this.#change(path, killed);

    const readable = async (key: string | undefined) => {
      const memory = await this.#open(path, key).catch((error) => {
        expect(error).toMatchObject({ code: 'wrong_key' });
      });
      if (memory === undefined) return false;
      expect((await memory.scope('ada').stats()).current).toBe(this.#records);
      const found = await memory.scope('ada').retrieve(`log 7 ${marker}`, { limit: 3 });
      expect(found.memories).toHaveLength(3);
      await memory.close();
      return true;
    };
    const states = [await readable(this.#before), await readable(this.#after)];
    expect(states.filter((state) => state)).toHaveLength(1);
    const isPlain = (states[0] ? this.#before : this.#after) === undefined;
    expect(filesWith(place, marker)).toEqual(isPlain ? ['memory.db'] : []);
    expect(readdirSync(place)).toEqual(['memory.db']);
    rmSync(place, { recursive: true });
    return states[0] ? 'before' : 'after';
  }

  #open(path: string, key: string | undefined) {
    // A process can use only one driver.
    const driver = 'better-sqlite3-multiple-ciphers';
    const backend = sqliteBackend({ path, key, driver, durability: 'normal' });
    return createMemory({ backend, embedder: firstEmbedder }).catch(async (error) => {
      await backend.close();
      throw error;
    });
  }

  #change(path: string, { atCall, afterMs }: { atCall?: number; afterMs?: number }): Promise<void> {
    const child = spawn(
      process.execPath,
      [
        '--import',
        new URL('kill-at.mjs', import.meta.url).href,
        join(import.meta.dirname, 'key-changer.mjs'),
        path,
        this.#before ?? '',
        this.#after ?? '',
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, TMPDIR: join(path, '..'), KILL_AT: String(atCall ?? 0) },
      },
    );
    child.stdout.on('data', (output) => {
      if (String(output).includes('done')) this.#finished += 1;
      if (afterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), afterMs);
    });
    return new Promise((resolve) => child.on('close', () => resolve()));
  }
}
