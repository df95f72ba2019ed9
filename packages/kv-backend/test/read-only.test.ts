import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openForeignFile } from '../src/file/foreign-file.ts';
import { openKept } from './kept.ts';
import { folder, path, useStore } from './store.ts';

useStore();

let source: string;
beforeEach(() => {
  mkdirSync(join(folder, 'source'));
  source = join(folder, 'source', 'memory.db');
});

/** Everything that may change in the folder of the source. */
const stateOf = () =>
  readdirSync(join(folder, 'source')).map((name) => {
    const file = join(folder, 'source', name);
    return [name, statSync(file).mtimeMs, readFileSync(file).toString('base64')];
  });

const fill = async () => {
  const kept = await openKept();
  await kept.add('Ada likes tea');
  return kept;
};

/** Each leaves a source with one text. */
const sources: Record<string, () => Promise<void>> = {
  'a backup': async () => void (await (await fill()).backup({ path: source })),
  'a closed store': async () => {
    await (await fill()).close();
    copyFileSync(path, source);
  },
  'a store that was killed, with all of it in its log': async () => {
    await fill();
    for (const ending of ['', '-wal']) copyFileSync(path + ending, source + ending);
  },
};

describe.each(Object.entries(sources))('%s', (_, make) => {
  it('is read with readOnly, and stays as it was', async () => {
    await make();
    const before = stateOf();
    const kept = await openKept({ path: source, readOnly: true });
    expect(await kept.contents()).toEqual(['Ada likes tea']);
    await expect(kept.add('Ada likes rum')).rejects.toMatchObject({
      code: 'read_only',
      message: expect.stringContaining('readOnly'),
    });
    await kept.close();
    expect(stateOf()).toEqual(before);
  });

  it('is backed up with readOnly, and stays as it was', async () => {
    await make();
    const before = stateOf();
    const kept = await openKept({ path: source, readOnly: true });
    const restored = join(folder, 'restored.db');
    expect(await kept.backup({ path: restored })).toMatchObject({ encrypted: false });
    await kept.close();
    expect(stateOf()).toEqual(before);
    expect(await (await openKept({ path: restored })).contents()).toEqual(['Ada likes tea']);
  });

  it('is read as the file of another program, and stays as it was', async () => {
    await make();
    const before = stateOf();
    const file = await openForeignFile(source);
    expect([...(file.table('records', ['scope'])?.rows() ?? [])]).toHaveLength(1);
    file.close();
    expect(stateOf()).toEqual(before);
  });
});

describe('with readOnly', () => {
  it('a link to a store with a log is read with what is in the log', async () => {
    await sources['a store that was killed, with all of it in its log']?.();
    const link = join(folder, 'link.db');
    symlinkSync(source, link);
    const kept = await openKept({ path: link, readOnly: true });
    expect(await kept.contents()).toHaveLength(1);
  });

  it('a store that is open elsewhere is read as it is at the opening, and its process writes on', async () => {
    const kept = await fill();
    const reading = await openKept({ readOnly: true });
    await kept.add('Ada sails the Heron');
    expect(await reading.contents()).toHaveLength(1);
    expect(await kept.contents()).toHaveLength(2);
  });

  it('a file that is not there is not made by readOnly', async () => {
    await expect(openKept({ path: source, readOnly: true })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(stateOf()).toEqual([]);
  });
});
