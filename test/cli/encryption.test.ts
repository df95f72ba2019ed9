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
    expect(await contents(['--key-command', `cat ${right}`], { MNEME_KEY: 'another' })).toEqual(
      all,
    );
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

  it('cannot be given as an argument', async () => {
    expect((await place.run(mneme`${read} --key ${key}`)).stderr).toMatch(/Unknown option --key/);
  });

  it('is refused for a store that is not a file', async () => {
    const ran = await place.run([
      'list',
      '--db',
      'qdrant:http://127.0.0.1:1/x',
      '--key-command',
      'echo a',
    ]);
    expect([ran.code, ran.stderr]).toEqual([
      2,
      expect.stringMatching(/--key-command is only for a SQLite file/),
    ]);
  });

  it('also opens the documents and the server’s keys in the same file', async () => {
    await place.json(mneme`keys create --db ${db}`, { env });
    const { keys } = await place.json<{ keys: unknown[] }>(mneme`keys --db ${db}`, { env });
    expect(keys).toHaveLength(1);
    expect((await place.run(mneme`documents --db ${db}`)).stderr).toMatch(/the key is missing/);
    expect((await place.run(mneme`documents --db ${db}`, { env })).code).toBe(0);
  });
});

describe('encrypt, rekey and decrypt', () => {
  it('change a file in place', async () => {
    const plain = place.path('plain.db');
    const of = (...options: string[]) => [...options, '--db', plain];
    const list = async (environment: Record<string, string>) =>
      (await place.run(of('list'), { env: environment })).code;
    await place.json(of('store', 'Bob rows', '--embedder', 'static'));
    expect(readFileSync(plain).includes('Bob rows')).toBe(true);

    expect((await place.run(of('db', 'encrypt'), { env })).stdout).toMatch(
      /^encrypted .*plain\.db; open it/,
    );
    expect(readFileSync(plain).includes('Bob rows')).toBe(false);
    expect((await place.run(of('db', 'encrypt'), { env })).stdout).toMatch(
      /is encrypted with this key already/,
    );
    expect([await list(env), await list({})]).toEqual([0, 1]);

    const next = keyFile('next', 'ab'.repeat(32));
    expect((await place.run(of('db', 'rekey', '--new-key-file', next), { env })).stdout).toMatch(
      /^rekeyed/,
    );
    expect([await list({ MNEME_KEY_FILE: next }), await list(env)]).toEqual([0, 1]);
    expect(
      await place.json(of('db', 'rekey', '--key-file', next), { env: { MNEME_NEW_KEY: key } }),
    ).toEqual({ changed: true, path: plain });

    expect((await place.run(of('db', 'decrypt'), { env })).stdout).toMatch(/^decrypted/);
    expect([await list({}), await list(env)]).toEqual([0, 1]);
    expect(readFileSync(plain).includes('Bob rows')).toBe(true);
  });

  it('name missing or wrong options', async () => {
    const answerOf = async (...argv: string[]) => {
      const ran = await place.run(argv);
      return [ran.code, ran.stderr];
    };
    for (const command of ['encrypt', 'rekey', 'decrypt'])
      expect(await answerOf('db', command, '--db', db)).toEqual([
        2,
        expect.stringMatching(/needs .*key/),
      ]);
    expect(await answerOf('db', 'rekey', '--db', db, '--key-command', 'echo a')).toEqual([
      2,
      expect.stringMatching(/needs the new key/),
    ]);
    expect(await answerOf('db', 'encrypt', '--db', 'absent.db', '--key-command', 'echo a')).toEqual(
      [1, expect.stringMatching(/no database at/)],
    );
    expect(
      await answerOf(
        'db',
        'encrypt',
        '--db',
        'qdrant:http://127.0.0.1:1/x',
        '--key-command',
        'echo a',
      ),
    ).toEqual([1, expect.stringMatching(/is not a SQLite file/)]);
  });
});

describe('backup and restore', () => {
  it('copy a store, and turn the copy into a store', async () => {
    const copy = place.path('copy.db');
    const made = await place.run(mneme`db backup ${copy} --db ${db}`, { env });
    expect(made.stdout).toMatch(
      /^written .*copy\.db: 1 memories, 0 documents in 0 versions\n.*encrypted, read and checked/,
    );
    if (process.platform !== 'win32') expect(statSync(copy).mode & 0o777).toBe(0o600);
    const again = await place.run(mneme`db backup ${copy} --db ${db}`, { env });
    expect([again.code, again.stderr]).toEqual([
      2,
      expect.stringMatching(/already exists: --force/),
    ]);
    expect(await place.json(mneme`db backup ${copy} --force --db ${db}`, { env })).toMatchObject({
      path: copy,
      encrypted: true,
      records: 1,
      damaged: [],
    });

    const restored = ['--db', place.path('restored.db')];
    expect((await place.run(mneme`db restore ${copy} ${restored}`)).stderr).toMatch(
      /the key is missing/,
    );
    expect(existsSync(restored[1] as string)).toBe(false);
    expect((await place.run(mneme`db restore ${copy} ${restored}`, { env })).code).toBe(0);
    expect((await place.run(mneme`list ${restored}`, { env })).stdout).toContain(
      'Ada sails the Heron',
    );
    const over = await place.run(mneme`db restore ${copy} ${restored}`, { env });
    expect([over.code, over.stderr]).toEqual([
      2,
      expect.stringMatching(/The store already exists: first move .*restored\.db away/),
    ]);
    renameSync(restored[1] as string, place.path('away.db'));
    writeFileSync(`${restored[1]}-wal`, 'a log that was left');
    expect((await place.run(mneme`db restore ${copy} ${restored}`, { env })).stderr).toMatch(
      /restored\.db-wal away/,
    );
  });

  it('refuse a damaged backup', async () => {
    const copy = place.path('damaged.db');
    await place.json(mneme`db backup ${copy} --db ${db}`, { env });
    const bytes = readFileSync(copy);
    bytes[bytes.length - 2000]! ^= 1;
    writeFileSync(copy, bytes);
    const target = place.path('of-damaged.db');
    const ran = await place.run(mneme`db restore ${copy} --db ${target}`, { env });
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringMatching(/damaged/)]);
    expect(existsSync(target)).toBe(false);
  });

  it('say how to back up Qdrant', async () => {
    const ran = await place.run(['db', 'backup', 'x.db', '--db', 'qdrant:http://127.0.0.1:1/x']);
    expect([ran.code, ran.stderr]).toEqual([
      1,
      expect.stringMatching(/snapshot.*export --records/),
    ]);
  });
});
