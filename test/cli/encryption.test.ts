import { chmodSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

const db = place.path('ada.db');
const at = ['--db', db, '--embedder', 'static'];
const read = ['list', '--db', db];
const key = 'the heron sleeps at noon';
const env = { MNEME_KEY: key };

function keyFile(name: string, text: string | Uint8Array, mode = 0o600): string {
  const path = place.path(name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const contents = async (options: readonly string[], environment: Record<string, string> = {}) => {
  const { memories } = await place.json<{ memories: { content: string }[] }>(
    [...read, ...options],
    { env: environment },
  );
  return memories.map(({ content }) => content);
};

/** The exit code, and what was printed. */
const answer = async (argv: readonly string[], environment: Record<string, string> = {}) => {
  const { code, stdout, stderr } = await place.run(argv, { env: environment });
  return [code, stdout + stderr];
};
const says = (code: number, text: RegExp) => [code, expect.stringMatching(text)];

beforeAll(() => place.json(mneme`store "Ada sails the Heron" ${at}`, { env }));

describe('the key of a store', () => {
  it('comes from a file or command option, else from $MNEME_KEY, else from the file in $MNEME_KEY_FILE', async () => {
    const right = keyFile('right', `${key}\n`);
    const wrong = keyFile('wrong', 'another');
    const all = ['Ada sails the Heron'];
    expect(await contents(['--key-file', right])).toEqual(all);
    expect(await contents(['--key-command', `cat ${right}`])).toEqual(all);
    expect(await contents([], env)).toEqual(all);
    expect(await contents([], { MNEME_KEY_FILE: right })).toEqual(all);
    expect(await contents(['--key-file', right], { MNEME_KEY: 'another' })).toEqual(all);
    expect(await contents([], { ...env, MNEME_KEY_FILE: wrong })).toEqual(all);
    expect(readFileSync(db).includes('Heron')).toBe(false);
  });

  it.each([
    [[], /the key is missing: .*ada\.db is encrypted.*--key-file, --key-command or \$MNEME_KEY/],
    [['--key-command', 'echo another'], /the key does not open .*ada\.db.*--key-file/],
  ])('is refused with the options to set: %j', async (options, says) => {
    const ran = await place.run(mneme`${read} ${options} --json`);
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.stderr)).toMatchObject({
      error: { code: 'wrong_key', message: expect.stringMatching(says), field: 'key' },
    });
  });

  it.skipIf(process.platform === 'win32').each([
    [['--key-command', 'echo a', '--key-file', 'b'], /--key-command is given, and so is a file/],
    [['--key-file', keyFile('open', key, 0o644)], /others than its owner may read it: chmod 600/],
    [['--key-file', 'absent'], /--key-file is "absent": there is no such file/],
    [['--key-file', '.'], /it is a folder/],
    [['--key-file', keyFile('blank', '\n')], /--key-file gives nothing/],
    [['--key-file', keyFile('bytes', Uint8Array.of(0xff, 0xfe))], /64 hexadecimal digits/],
    [['--key-command', 'echo secret; exit 3'], /--key-command ended with 3/],
    [['--key-command', 'yes | head -c 9000'], /more than 4096 bytes/],
  ])('refuses %j, and does not print the key', async (options, says) => {
    const ran = await place.run([...read, ...options]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(says);
    expect(ran.stderr).not.toMatch(/secret"|heron/);
  });

  it('is an option of a file only, and never an argument', async () => {
    const qdrant = ['--db', 'qdrant:http://127.0.0.1:1/x', '--key-command', 'echo a'];
    expect(await answer(['list', ...qdrant])).toEqual(
      says(2, /--key-command is only for a SQLite file/),
    );
    expect(await answer(['db', 'encrypt', ...qdrant])).toEqual(says(1, /is not a SQLite file/));
    expect(await answer([...read, '--key', key])).toEqual(says(2, /Unknown option --key/));
  });

  it('also opens the documents and the server’s keys in the same file', async () => {
    await place.json(mneme`keys create --db ${db}`, { env });
    const { keys } = await place.json<{ keys: unknown[] }>(mneme`keys --db ${db}`, { env });
    expect(keys).toHaveLength(1);
    expect(await answer(mneme`documents --db ${db}`)).toEqual(says(1, /the key is missing/));
    expect(await answer(mneme`documents --db ${db}`, env)).toEqual(says(0, /./));
  });
});

it('encrypt, rekey and decrypt change a file in place', async () => {
  const plain = place.path('plain.db');
  const of = (...options: string[]) => [...options, '--db', plain];
  /** Which keys open the file: none, the first one, the next one. */
  const opens = async () => {
    const next = { MNEME_KEY_FILE: place.path('next') };
    const ran = await Promise.all([{}, env, next].map((keys) => answer(of('list'), keys)));
    return ran.map(([code]) => code === 0);
  };
  const next = keyFile('next', 'ab'.repeat(32));
  const isReadable = () => readFileSync(plain).includes('Bob rows');
  await place.json(of('store', 'Bob rows', '--embedder', 'static'));
  expect(isReadable()).toBe(true);

  expect(await answer(of('db', 'encrypt'), env)).toEqual(
    says(0, /^encrypted .*plain\.db; open it/),
  );
  expect(isReadable()).toBe(false);
  expect(await answer(of('db', 'encrypt'), env)).toEqual(
    says(0, /encrypted with this key already/),
  );
  expect(await opens()).toEqual([false, true, false]);

  const rekey = of('db', 'rekey', '--new-key-file', next);
  expect(await answer(rekey, env)).toEqual(says(0, /^rekeyed/));
  expect(await opens()).toEqual([false, false, true]);
  const back = { env: { MNEME_NEW_KEY: key } };
  expect(await place.json(of('db', 'rekey', '--key-file', next), back)).toEqual({
    ...{ changed: true, path: plain },
  });

  expect(await answer(of('db', 'decrypt'), env)).toEqual(says(0, /^decrypted/));
  expect([await opens(), isReadable()]).toEqual([[true, false, false], true]);
});

it.each([
  [['encrypt'], 2, /needs .*key/],
  [['rekey'], 2, /needs .*key/],
  [['decrypt'], 2, /needs .*key/],
  [['rekey', '--key-command', 'echo a'], 2, /needs the new key/],
  [['encrypt', '--db', 'absent.db', '--key-command', 'echo a'], 1, /no database at/],
] as const)('db %j names what is missing', async (argv, code, message) => {
  expect(await answer(['db', argv[0], '--db', db, ...argv.slice(1)])).toEqual(says(code, message));
});

describe('backup and restore', () => {
  const backup = (file: string, ...more: string[]) => ['db', 'backup', file, '--db', db, ...more];

  it('copy a store, and turn the copy into a store', async () => {
    const copy = place.path('copy.db');
    expect(await answer(backup(copy), env)).toEqual(
      says(
        0,
        /^written .*copy\.db: 1 memories, 0 documents in 0 versions\n.*encrypted, read and checked/,
      ),
    );
    if (process.platform !== 'win32') expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(await answer(backup(copy), env)).toEqual(says(2, /already exists: --force/));
    expect(await place.json(backup(copy, '--force'), { env })).toMatchObject({
      ...{ records: 1, damaged: [] },
    });

    const restored = place.path('restored.db');
    const restore = ['db', 'restore', copy, '--db', restored];
    expect(await answer(restore)).toEqual(says(1, /the key is missing/));
    expect(existsSync(restored)).toBe(false);
    expect(await answer(restore, env)).toEqual(says(0, /./));
    expect(await answer(['list', '--db', restored], env)).toEqual(says(0, /Ada sails the Heron/));
    const over = /The store already exists: first move .*restored\.db away/;
    expect(await answer(restore, env)).toEqual(says(2, over));
    renameSync(restored, place.path('away.db'));
    writeFileSync(`${restored}-wal`, 'a log that was left');
    expect(await answer(restore, env)).toEqual(says(2, /restored\.db-wal away/));
  });

  it('refuse a damaged backup', async () => {
    const copy = place.path('damaged.db');
    await place.json(backup(copy), { env });
    const bytes = readFileSync(copy);
    bytes[bytes.length - 2000]! ^= 1;
    writeFileSync(copy, bytes);
    const target = place.path('of-damaged.db');
    expect(await answer(['db', 'restore', copy, '--db', target], env)).toEqual(says(1, /damaged/));
    expect(existsSync(target)).toBe(false);
  });

  it('say how to back up Qdrant', async () => {
    const argv = ['db', 'backup', 'x.db', '--db', 'qdrant:http://127.0.0.1:1/x'];
    expect(await answer(argv)).toEqual(says(1, /snapshot.*export --records/));
  });
});
