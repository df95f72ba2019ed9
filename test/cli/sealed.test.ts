import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

const masterKey = randomBytes(32).toString('hex');
const file = (name: string, text: string) => {
  writeFileSync(place.path(name), text, { mode: 0o600 });
  return place.path(name);
};
const master = file('master', `${masterKey}\n`);
const keys = ['--keyring', place.path('ada.keys'), '--master-key-file', master];
const at = (name: string) => ['--db', place.path(name)];
const contentsOf = async (name: string, options: string[] = [], env = {}) => {
  const { memories } = await place.json<{ memories: { content: string }[] }>(
    mneme`list ${at(name)} ${options}`,
    { env },
  );
  return memories.map(({ content }) => content);
};
const failure = async (argv: string[], env = {}) => {
  const ran = await place.run(mneme`${argv} --json`, { env });
  const { error } = JSON.parse(ran.stderr) as { error: { code: string; message: string } };
  expect(ran.stderr).not.toContain(masterKey);
  return { exit: ran.code, ...error };
};

const text = 'Ada sails the Heron';
beforeAll(() => place.json(mneme`store ${text} ${at('sealed.db')} ${keys}`));

describe('a sealed store on the command line', () => {
  it('is written and read with its keyring, and the file shows no text', async () => {
    expect(await contentsOf('sealed.db', keys)).toEqual([text]);
    const { memories } = await place.json<{ memories: { content: string }[] }>(
      mneme`retrieve "who sails?" ${at('sealed.db')} ${keys}`,
    );
    expect(memories[0]?.content).toBe(text);
    expect(readFileSync(place.path('sealed.db')).includes('Heron')).toBe(false);
  });

  it('takes the master key from a command or a variable, and the keyring from a variable', async () => {
    const [, keyring = ''] = keys;
    const command = ['--keyring', keyring, '--master-key-command', `cat ${master}`];
    expect(await contentsOf('sealed.db', command)).toEqual([text]);
    const env = { MNEME_KEYRING: keyring };
    expect(await contentsOf('sealed.db', [], { ...env, MNEME_MASTER_KEY: masterKey })).toEqual([
      text,
    ]);
    expect(await contentsOf('sealed.db', [], { ...env, MNEME_MASTER_KEY_FILE: master })).toEqual([
      text,
    ]);
  });

  const opened = (keyring: string, masterKey: string) => [
    ...['--keyring', place.path(keyring), '--master-key-file', masterKey],
  ];
  it.each([
    [[], 1, /the store is sealed: give the keyring/],
    [opened('other.keys', master), 1, /sealed with another keyring/],
    [opened('ada.keys', file('wrong', 'ab'.repeat(32))), 1, /made with another master key/],
    [opened('ada.keys', file('none', 'heron')), 2, /the master key is not a key of 32 bytes/],
    [keys.slice(0, 2), 2, /the master key is missing.*--master-key-file|MNEME_MASTER_KEY/],
    [keys.slice(2), 2, /--master-key-file is for a keyring, and none is given/],
  ])('is not opened with %j', async (options, exit, message) => {
    const code = exit === 1 ? 'wrong_key' : 'invalid_input';
    for (const command of [['list'], ['store', 'Another text'], ['db', 'export', '--records']])
      expect(await failure([...command, ...at('sealed.db'), ...options])).toEqual({
        exit,
        code,
        message: expect.stringMatching(message),
        field: expect.any(String),
      });
    expect(await contentsOf('sealed.db', keys)).toEqual([text]);
  });

  it('can be made by copying a plain store, and copied back to a plain one', async () => {
    await place.json(mneme`store ${text} ${at('plain.db')}`);
    expect((await failure(['list', ...at('plain.db'), ...keys])).message).toMatch(
      /filled without a keyring/,
    );
    const path = (name: string) => `sqlite:${place.path(name)}`;
    await place.json(mneme`db copy --from ${path('plain.db')} --to ${path('moved.db')} ${keys}`);
    expect(await contentsOf('moved.db', keys)).toEqual([text]);
    expect(readFileSync(place.path('moved.db')).includes('Heron')).toBe(false);
    const back = ['--from-keyring', keys[1]!, '--master-key-file', master];
    await place.json(mneme`db copy --from ${path('moved.db')} --to ${path('back.db')} ${back}`);
    expect(await contentsOf('back.db')).toEqual([text]);
  });

  it('can be exported and imported into a store with another keyring', async () => {
    const records = place.path('records.jsonl');
    const { stdout } = await place.run(mneme`db export --records ${at('sealed.db')} ${keys}`);
    expect(stdout).toContain('Heron');
    writeFileSync(records, stdout);
    const others = ['--keyring', place.path('others.keys'), '--master-key-file', master];
    await place.json(mneme`import --records ${records} ${at('other.db')} ${others}`);
    expect(await contentsOf('other.db', others)).toEqual([text]);
    expect(readFileSync(place.path('other.db')).includes('Heron')).toBe(false);
    expect(await failure(['list', ...at('other.db'), ...keys])).toMatchObject({
      code: 'wrong_key',
    });
  });

  it('can be backed up without its keyring, and the backup is sealed', async () => {
    await place.json(mneme`db backup ${place.path('backup.db')} ${at('sealed.db')}`);
    expect(readFileSync(place.path('backup.db')).includes('Heron')).toBe(false);
    await place.json(mneme`db restore ${place.path('backup.db')} ${at('restored.db')}`);
    expect(await contentsOf('restored.db', keys)).toEqual([text]);
  });

  it('also seals its documents in a separate file', async () => {
    const documents = ['--documents', place.path('documents.db')];
    mkdirSync(place.path('notes'));
    writeFileSync(place.path('notes/heron.md'), 'The Heron is moored in the harbour.');
    const all = [...at('sealed.db'), ...documents, ...keys];
    await place.json(mneme`documents import notes ${place.path('notes')} ${all}`);
    const bytes = readFileSync(place.path('documents.db'));
    for (const word of ['heron', 'harbour', 'notes', 'default'])
      expect(bytes.includes(word)).toBe(false);
    await place.json(mneme`documents export notes ${place.path('exported')} ${all}`);
    expect(readFileSync(place.path('exported/heron.md'), 'utf8')).toContain('harbour');
    const plain = ['documents', 'export', 'notes', place.path('again'), ...at('plain.db')];
    expect(await failure([...plain, ...documents])).toMatchObject({ code: 'wrong_key' });
  });

  it('opens with a new master key after its keyring was rewrapped', async () => {
    const next = file('next', randomBytes(32).toString('base64'));
    const rewrap = ['db', 'rewrap', ...keys];
    expect((await failure(rewrap)).message).toContain('--new-master-key-file');
    expect(await place.json(mneme`${rewrap} --new-master-key-file ${next}`)).toEqual({
      keys: expect.any(Number),
    });
    expect(
      await contentsOf('sealed.db', ['--keyring', keys[1]!, '--master-key-file', next]),
    ).toEqual([text]);
    expect(await failure(['list', ...at('sealed.db'), ...keys])).toMatchObject({
      code: 'wrong_key',
    });
  });
});
