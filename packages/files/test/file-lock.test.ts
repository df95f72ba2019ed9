import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withFileLock } from '../src/index.ts';

let folder: string;
let lock: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mneme-lock-'));
  lock = join(folder, 'lock');
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function start(...given: string[]): ChildProcess {
  const script = join(import.meta.dirname, 'lock-holder.mjs');
  const child = spawn(process.execPath, [script, lock, ...given]);
  started.push(child);
  return child;
}

async function hold(): Promise<ChildProcess> {
  const holder = start();
  await once(holder.stdout!, 'data');
  return holder;
}

const take = (waitMs: number) => withFileLock(lock, async () => 'mine', { waitMs });

describe('the lock of a file', () => {
  it('has one holder at a time, within a process and across processes', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await new Promise(setImmediate);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => withFileLock(lock, work)));
    expect(most).toBe(1);
    const counter = join(folder, 'counter');
    writeFileSync(counter, '0');
    const ends = [1, 2, 3].map(() => once(start(counter, '50'), 'exit'));
    expect((await Promise.all(ends)).map(([code]) => code)).toEqual([0, 0, 0]);
    expect(readFileSync(counter, 'utf8')).toBe('150');
  });

  it('is an empty file, accessible only to its owner, that is removed afterwards', async () => {
    const umask = process.umask(0);
    const { size, mode } = await withFileLock(lock, async () => statSync(lock));
    process.umask(umask);
    expect([size, readdirSync(folder)]).toEqual([0, []]);
    if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
  });

  it('is released when the work fails', async () => {
    const failing = withFileLock(lock, () => Promise.reject(new Error('the work failed')));
    await expect(failing).rejects.toThrow('the work failed');
    expect(await take(0)).toBe('mine');
  });

  it('is released at once when its holder is killed, and the next holder removes its file', async () => {
    const holder = await hold();
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(readdirSync(folder)).toEqual(['lock']);
    expect(await take(0)).toBe('mine');
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(process.geteuid?.() !== 0)(
    'of another user is busy, and the error names that user (needs root, to be two users)',
    async () => {
      chmodSync(folder, 0o777);
      writeFileSync(lock, '', { mode: 0o600 });
      const script = join(import.meta.dirname, 'lock-holder.mjs');
      const other = spawn(process.execPath, [script, lock, 'take'], { uid: 65_534, gid: 65_534 });
      const [said] = await once(other.stdout, 'data');
      expect(String(said)).toMatch(
        /^busy: .* The lock lock belongs to another user \(0\): .* remove it\n$/,
      );
      expect(readdirSync(folder)).toEqual(['lock']);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'is not released while its holder is stopped (Windows cannot stop one)',
    async () => {
      const holder = await hold();
      holder.kill('SIGSTOP');
      utimesSync(lock, 0, 0);
      await expect(take(50)).rejects.toMatchObject({ code: 'busy' });
      const waiting = take(15_000);
      holder.kill('SIGCONT');
      holder.stdin!.write('go\n');
      expect(await waiting).toBe('mine');
    },
  );

  it('is reported as lost if its file is removed or replaced', async () => {
    const seen = await withFileLock(lock, async ({ isValid }) => {
      const before = isValid();
      rmSync(lock);
      const removed = isValid();
      return [before, removed, await withFileLock(lock, async () => isValid(), { waitMs: 0 })];
    });
    expect(seen).toEqual([true, false, false]);
  });

  it.each([
    ['a folder', () => mkdirSync(lock)],
    ['a link', () => symlinkSync(join(folder, 'elsewhere'), lock)],
    ['a file with something in it', () => writeFileSync(lock, 'something else '.repeat(9))],
  ])('is refused if its name is taken by %s, which is not changed', async (_, make) => {
    make();
    const error = await take(0).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'unavailable' });
    expect((error as Error).message).toContain(lock);
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  it('reports the error of the system if its folder does not exist', async () => {
    const inNone = withFileLock(join(folder, 'none', 'lock'), async () => {});
    await expect(inNone).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('does not make Node print a warning', async () => {
    const holder = await hold();
    let errors = '';
    holder.stderr!.on('data', (bytes) => (errors += bytes));
    holder.stdin!.write('go\n');
    await once(holder, 'close');
    expect(errors).toBe('');
  });
});
