import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeAbandoned, withPrivateFolder } from '../src/index.ts';

let parent: string;
let records: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'mneme-parent-'));
  records = join(parent, 'data', 'records');
});
afterEach(() => rmSync(parent, { recursive: true }));

/** Another process that is in the middle of its work. */
async function begun() {
  const script = join(import.meta.dirname, 'folder-holder.mjs');
  const child = spawn(process.execPath, [script, parent, records], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [folder] = await once(child.stdout, 'data');
  return { child, folder: String(folder).trim() };
}

describe('a private folder', () => {
  it('can be entered only by its owner, also with a umask of 0, and is removed with its files', async () => {
    const umask = process.umask(0);
    const seen = await withPrivateFolder(
      parent,
      async (folder) => {
        writeFileSync(join(folder, 'part'), 'a memory');
        return [folder, records].map((each) => statSync(each).mode & 0o777);
      },
      { records },
    ).finally(() => process.umask(umask));
    if (process.platform !== 'win32') expect(seen).toEqual([0o700, 0o700]);
    expect([readdirSync(parent), readdirSync(records)]).toEqual([['data'], []]);
  });

  it('is removed if the work fails', async () => {
    const failing = withPrivateFolder(parent, () => Promise.reject(new Error('no')), { records });
    await expect(failing).rejects.toThrow('no');
    expect([readdirSync(parent), readdirSync(records)]).toEqual([['data'], []]);
  });

  it('of a killed process is removed by the next one, and that of a living process is not', async () => {
    const killed = await begun();
    const living = await begun();
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    expect(readFileSync(join(killed.folder, 'part'), 'utf8')).toBe('a memory');
    await removeAbandoned(records);
    expect(readdirSync(parent).sort()).toEqual([living.folder.split('/').at(-1), 'data']);
    living.child.stdin.write('go\n');
    await once(living.child, 'exit');
    expect([readdirSync(parent), readdirSync(records)]).toEqual([['data'], []]);
  });

  it('is the only thing that a record removes', async () => {
    mkdirSync(records, { recursive: true });
    mkdirSync(join(parent, 'mine'));
    writeFileSync(join(records, '.mneme-1'), join(parent, 'mine'));
    writeFileSync(join(records, '.mneme-2.lock'), '');
    await removeAbandoned(records);
    expect([readdirSync(parent).sort(), readdirSync(records)]).toEqual([['data', 'mine'], []]);
  });

  it('needs no records', async () => {
    writeFileSync(join(parent, 'data'), 'a file');
    const work = async (folder: string) => readdirSync(folder);
    expect(await withPrivateFolder(parent, work, { records })).toEqual([]);
    await removeAbandoned(records);
    expect(readdirSync(parent)).toEqual(['data']);
  });
});
