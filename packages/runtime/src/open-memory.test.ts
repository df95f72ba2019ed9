import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';
import { loadOptional } from './load-optional.ts';
import { openMemory } from './open-memory.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mneme-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const environment = (variables: Record<string, string> = {}) =>
  readEnvironment(variables, { platform: 'linux', home: folder });

describe('openMemory', () => {
  it('creates the database of the command in the data folder if it is asked for, once', async () => {
    const options = { environment: environment(), embedder: 'none', userStore: true };
    const first = await openMemory(options);
    expect(first).toMatchObject({
      created: true,
      byDefault: true,
      path: join(folder, '.local/share/mneme/mneme.db'),
    });
    await first.close();
    const second = await openMemory(options);
    expect(second).toMatchObject({ created: false, byDefault: true });
    await second.close();
  });

  it.each([
    [{}, 'db'],
    [{ path: 'bot.db' }, 'path'],
    [{ db: 'bot.db', embeder: 'none' }, 'embeder'],
    [{ db: 5 }, 'db'],
  ])('refuses to guess a store, and unknown options: %j', async (given, field) => {
    const opening = openMemory({ environment: environment(), ...(given as object) });
    await expect(opening).rejects.toMatchObject({ code: 'invalid_input', field });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('opens the store of MNEME_DB', async () => {
    const db = join(folder, 'env.db');
    const variables = environment({ MNEME_DB: db });
    const opened = await openMemory({ environment: variables, embedder: 'none' });
    expect(opened).toMatchObject({ path: db, byDefault: false });
    await opened.close();
  });

  it('stores documents and keys in the files named for them', async () => {
    const documents = join(folder, 'documents.db');
    const options = { environment: environment(), documents, embedder: 'none' };
    const first = await openMemory({ ...options, db: ':memory:' });
    await first.memory.scope('user:ada').stores.create({ name: 'notes' });
    await first.close();
    const second = await openMemory({ ...options, db: ':memory:' });
    const { stores } = await second.memory.scope('user:ada').stores.list();
    expect([stores.length, second.keys]).toEqual([1, expect.anything()]);
    await second.close();
    const refused = openMemory({
      ...options,
      db: ':memory:',
      documents: 'qdrant:http://127.0.0.1:1/none',
    });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', field: 'documents' });
  });

  it('opens without an embedder if no vectors are needed', async () => {
    const { memory, close } = await openMemory({
      environment: environment(),
      db: join(folder, 'a.db'),
      embedder: 'none',
    });
    expect(await memory.scope('ada').list()).toEqual({ memories: [] });
    await expect(memory.scope('ada').store({ content: 'x' })).rejects.toMatchObject({
      code: 'embedder_required',
    });
    await close();
  });

  it('refuses an unknown embedder before it creates a file', async () => {
    const db = join(folder, 'a.db');
    await expect(
      openMemory({ environment: environment(), db, embedder: 'magic' }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'embedder',
    });
    expect(existsSync(db)).toBe(false);
  });
});

describe('loadOptional', () => {
  it('turns a missing package into the command that installs it', async () => {
    const name = '@mneme/no-such-package';
    await expect(loadOptional(name, () => import(name))).rejects.toMatchObject({
      code: 'missing_dependency',
      message: expect.stringContaining(`npm install ${name}`),
    });
  });

  it('passes other failures on', async () => {
    const failure = new Error('broken');
    await expect(loadOptional('x', () => Promise.reject(failure))).rejects.toBe(failure);
  });
});
