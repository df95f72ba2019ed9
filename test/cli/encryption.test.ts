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
    const server = 'postgres://mneme@127.0.0.1:1/x';
    for (const place of [
      ['--db', server],
      ['--db', 'qdrant:http://127.0.0.1:1/x', '--rows', server],
    ])
      expect(await answer(['list', ...place, '--key-command', 'echo a'])).toEqual(
        says(2, /--key-command is only for a SQLite file/),
      );
    const copy = ['db', 'copy', '--from', db, '--to', server, '--to-key-command', 'echo a'];
    expect(await answer(copy, env)).toEqual(says(2, /only for a SQLite file/));
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

describe('a copy with another key', () => {
  const next = keyFile('next', 'ab'.repeat(32));
  const plain = place.path('plain.db');
  const copied = (from: string, to: string, ...options: string[]) => [
    ...['db', 'copy', '--from', from, '--to', to, ...options],
  ];
  /** Which keys open a file: none, the first one, the next one. */
  const opens = async (file: string) => {
    const environments: Record<string, string>[] = [{}, env, { MNEME_KEY_FILE: next }];
    const ran = await Promise.all(environments.map((keys) => answer(['list', '--db', file], keys)));
    return ran.map(([code]) => code === 0);
  };
  const isReadable = (file: string) => readFileSync(file).includes('Bob rows');
  beforeAll(() => place.json(['store', 'Bob rows', '--db', plain, '--embedder', 'static']));

  it('encrypts a store, gives it another key, and makes it plain again', async () => {
    const [first, second, third] = ['1.db', '2.db', '3.db'].map((name) => place.path(name));
    const done = says(0, /1 records of 1 scopes.* counts and checksums agree/);
    const before = readFileSync(plain);
    expect(await answer(copied(plain, first!), { MNEME_TO_KEY: key })).toEqual(done);
    expect(readFileSync(plain).equals(before)).toBe(true);
    expect([await opens(first!), isReadable(first!)]).toEqual([[false, true, false], false]);

    expect(await answer(copied(first!, second!, '--to-key-file', next), env)).toEqual(done);
    expect([await opens(second!), isReadable(second!)]).toEqual([[false, false, true], false]);

    const back = ['--key-file', next, '--to-plain'];
    expect(await answer(copied(second!, third!, ...back))).toEqual(done);
    expect([await opens(third!), isReadable(third!)]).toEqual([[true, false, false], true]);
  });

  it('has the key of the source if nothing else is said', async () => {
    const same = place.path('same.db');
    expect(await answer(copied(db, same), env)).toEqual(says(0, /1 records/));
    expect(await opens(same)).toEqual([false, true, false]);
  });

  it('is refused with two keys for the target, and if its beginning has another one', async () => {
    const target = place.path('begun.db');
    const both = copied(plain, target, '--to-key-file', next, '--to-plain');
    expect(await answer(both)).toEqual(says(2, /--to-plain, not both/));
    await place.json(copied(plain, target));
    renameSync(target, `${target}.partial`);
    expect(await answer(copied(plain, target, '--to-key-file', next))).toEqual(
      says(1, /begun\.db\.partial/),
    );
    expect(existsSync(target)).toBe(false);
    expect(await answer(copied(plain, target))).toEqual(says(0, /1 of them were there already/));
    expect([existsSync(target), existsSync(`${target}.partial`)]).toEqual([true, false]);
  });

  it.each(['encrypt', 'rekey', 'decrypt'])('is what "db %s" names instead', async (word) => {
    expect(await answer(['db', word, '--db', db], env)).toEqual(
      says(2, /no longer there: .*mneme db copy --to NEW\.db --to-key-file KEY.*--to-plain/),
    );
  });
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

  it('say how to back up PostgreSQL', async () => {
    const argv = ['db', 'backup', 'x.db', '--db', 'postgres://mneme@127.0.0.1:1/x'];
    expect(await answer(argv)).toEqual(says(1, /pg_dump.*export --records/));
  });
});
