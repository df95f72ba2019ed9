import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { keyCases } from '../../store/test/suites/key-cases.ts';
import { fileKeys, Keys, memoryKeys } from '../src/index.ts';

const folder = await mkdtemp(join(tmpdir(), 'mneme-keys-'));
afterAll(() => rm(folder, { recursive: true }));
let files = 0;
const newPath = () => join(folder, `keys-${files++}.json`);

const cases = Object.entries(keyCases);

describe('keys in memory', () => {
  it.each(cases)('%s', async (_, run) => {
    const keys = memoryKeys();
    await run({ keys, another: async () => keys });
  });
});

describe('keys in a file', () => {
  it.each(cases)('%s', async (_, run) => {
    const path = newPath();
    await run({ keys: fileKeys(path), another: async () => fileKeys(path) });
  });

  it('are stored as hashes readable only by the owner, with no other files left', async () => {
    const path = newPath();
    const keys = new Keys(fileKeys(path));
    const { key, id } = await keys.create({ scope: 'user:ada' });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await chmod(path, 0o644);
    await keys.revoke(id);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const text = await readFile(path, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ version: 1, keys: [{ id, scope: 'user:ada' }] });
    expect(text).not.toContain(key.split('-').at(-1));
    expect((await readdir(folder)).filter((name) => !/\.json$/.test(name))).toEqual([]);
  });

  it('are changed at the target of a link, which stays a link', async () => {
    const [path, link] = [newPath(), newPath()];
    await new Keys(fileKeys(path)).create({ scope: 'user:ada' });
    await symlink(path, link);
    await new Keys(fileKeys(link)).create({ scope: 'user:bob' });
    expect(await new Keys(fileKeys(path)).list()).toHaveLength(2);
  });

  it('are refused if the file is damaged, which is reported and not overwritten', async () => {
    for (const [text, problem] of [
      ['{"version":1,"keys":[', 'JSON'],
      ['{"version":2,"keys":[]}', 'version'],
      ['{"keys":[]}', 'version'],
      ['[]', 'the file'],
      ['', 'JSON'],
      ['{"version":1,"keys":[{"id":"key_1"}]}', 'keys\\[0\\]\\.id'],
      ['{"version":1,"keys":[],"more":1}', 'more'],
    ] as const) {
      const path = newPath();
      const keys = new Keys(fileKeys(path));
      const { key, id } = await keys.create({ scope: 'user:ada' });
      expect(await keys.verify(key)).toMatchObject({ id });
      await writeFile(path, text);
      for (const call of [
        () => keys.verify(key),
        () => keys.list(),
        () => keys.create({ scope: 'user:ada' }),
        () => keys.revoke(id),
      ]) {
        await expect(call(), text).rejects.toMatchObject({
          code: 'unavailable',
          field: 'keys',
          message: expect.stringMatching(new RegExp(`${path}.*${problem}`, 's')),
        });
      }
      expect(await readFile(path, 'utf8')).toBe(text);
    }
  });

  it('report a file that cannot be written', async () => {
    const keys = new Keys(fileKeys(join(folder, 'none', 'keys.json')));
    expect(await keys.list()).toEqual([]);
    await expect(keys.create({ scope: 'user:ada' })).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('keys', () => {
  it('open their scope until revoked, and only if complete', async () => {
    const keys = new Keys(memoryKeys(), { clock: () => new Date('2026-03-01T09:00:00Z') });
    const { key, ...made } = await keys.create({ scope: 'user:ada', access: 'read_only' });
    expect(made).toEqual({
      id: expect.stringMatching(/^key_[0-9a-f]{24}$/),
      scope: 'user:ada',
      access: 'read_only',
      createdAt: '2026-03-01T09:00:00.000Z',
    });
    expect(await keys.verify(key)).toEqual(made);
    const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    for (const text of ['', 'x', made.id, wrong, `${key} `, key.toUpperCase()]) {
      expect(await keys.verify(text), text).toBeUndefined();
    }
    await keys.revoke(made.id);
    expect(await keys.verify(key)).toBeUndefined();
    expect(await keys.list()).toEqual([{ ...made, revokedAt: made.createdAt }]);
    await expect(keys.revoke('key_none')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('require a valid scope and access', async () => {
    const keys = new Keys(memoryKeys());
    for (const [input, field] of [
      [{}, 'scope'],
      [{ scope: ' ' }, 'scope'],
      [{ scope: 'x'.repeat(257) }, 'scope'],
      [{ scope: 'a', access: 'all' }, 'access'],
      [{ scope: 'a', acess: 'read_only' }, 'acess'],
      [undefined, 'input'],
    ] as [never, string][]) {
      await expect(keys.create(input)).rejects.toMatchObject({ code: 'invalid_input', field });
    }
  });
});
