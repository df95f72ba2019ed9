import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withFileLock } from '../src/index.ts';
import { linesFile } from './lines-file.mjs';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mneme-file-'));
  path = join(folder, 'list');
  writeFileSync(path, 'first');
});
afterEach(() => rmSync(folder, { recursive: true }));

const lines = () => readFileSync(path, 'utf8').split('\n');
const add = (line: string) => linesFile(path).change((lines: string[]) => lines.push(line));

/** A process that is stopped in the middle of a change; `goOn` returns the outcome. */
async function stopped(line: string): Promise<{ goOn(): Promise<string> }> {
  const script = join(import.meta.dirname, 'change-file.mjs');
  const child = spawn(process.execPath, [script, path, line, 'stop'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (bytes) => (output += bytes));
  const stat = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ')[2];
  while (stat() !== 'T') await new Promise(setImmediate);
  return {
    async goOn() {
      // It stops itself at each temporary file that it opens.
      const goOn = setInterval(() => child.kill('SIGCONT'), 20);
      await once(child, 'close');
      clearInterval(goOn);
      return output.trim();
    },
  };
}

describe.skipIf(process.platform !== 'linux')(
  'a change that is stopped in the middle (seen in /proc of Linux)',
  () => {
    it('makes others wait, and loses no change when it continues', async () => {
      const other = await stopped('other');
      const look = withFileLock(`${path}.lock`, async () => {}, { waitMs: 50 });
      await expect(look).rejects.toMatchObject({ code: 'busy' });
      const mine = add('mine');
      expect(await other.goOn()).toBe('2');
      expect(await mine).toBe(3);
      expect(lines()).toEqual(['first', 'other', 'mine']);
    });

    it('overwrites nothing if its lock was removed meanwhile', async () => {
      const other = await stopped('other');
      rmSync(`${path}.lock`);
      await add('mine');
      expect(await other.goOn()).toBe('busy');
      expect(lines()).toEqual(['first', 'mine']);
    });

    it('overwrites nothing if somebody without a lock replaced the file meanwhile', async () => {
      const other = await stopped('other');
      writeFileSync(join(folder, 'new'), 'first\nedited');
      renameSync(join(folder, 'new'), path);
      expect(await other.goOn()).toBe('busy');
      expect(lines()).toEqual(['first', 'edited']);
      expect(readdirSync(folder).sort()).toEqual(['list']);
    });
  },
);

describe('a private file', () => {
  it('returns the last change, also when changes follow each other at once', async () => {
    const [one, other] = [linesFile(path), linesFile(path)];
    for (let change = 0; change < 50; change++) {
      await one.change((lines: string[]) => lines.splice(1, 1, `${change}`));
      expect(await other.read()).toEqual(['first', `${change}`]);
    }
  });

  it('is neither recreated nor replaced after it was read, and works again when it is back', async () => {
    const file = linesFile(path);
    await file.read();
    const away = join(folder, 'away');
    renameSync(path, away);
    const refused = { code: 'unavailable', field: 'list' };
    await expect(file.read()).rejects.toMatchObject(refused);
    await expect(file.change((lines: string[]) => lines.push('mine'))).rejects.toMatchObject(
      refused,
    );
    expect(readdirSync(folder).sort()).toEqual(['away']);
    writeFileSync(path, 'another');
    await expect(file.read()).rejects.toMatchObject(refused);
    renameSync(away, path);
    await file.change((lines: string[]) => lines.push('mine'));
    expect(lines()).toEqual(['first', 'mine']);
  });

  it('created by this process is not created again', async () => {
    rmSync(path);
    const file = linesFile(path);
    expect(await file.read()).toEqual([]);
    await file.change((lines: string[]) => lines.push('first'));
    rmSync(path);
    await expect(file.read()).rejects.toMatchObject({ code: 'unavailable' });
    const again = file.change((lines: string[]) => lines.push('second'));
    await expect(again).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each([
    ['link', symlinkSync],
    ['hard link', linkSync],
  ])(
    'overwrites no other file through a %s at the name of its temporary file',
    async (_, plant) => {
      const other = join(folder, 'other');
      writeFileSync(other, 'somebody needs this');
      plant(other, `${path}.tmp`);
      await add('mine');
      expect(readFileSync(other, 'utf8')).toBe('somebody needs this');
      expect([lines(), readdirSync(folder).sort()]).toEqual([
        ['first', 'mine'],
        ['list', 'other'],
      ]);
    },
  );

  it('is refused at once if it is not a regular file', async () => {
    await expect(linesFile(folder).read()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
