import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type Memory, MnemeError } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { type DatabaseOptions, type DatabasesBackend, databasesBackend } from '../src/index.ts';
import type { Rows } from '../src/rows/rows.ts';

let folder: string;
const opened: { close(): Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mneme-databases-'));
});
afterEach(async () => {
  await closeAll(opened.splice(0));
  rmSync(folder, { recursive: true });
});

async function closeAll(all: readonly { close(): Promise<void> }[]): Promise<void> {
  for (const each of all) await each.close();
}

/** What the doctor calls a fault. */
async function faultsOf(memory: Memory) {
  const { findings } = await memory.doctor();
  return findings.filter(({ severity }) => severity !== 'note');
}

const file = (name: string) => join(folder, `${name}.db`);
const database = (name: string): DatabaseOptions => ({
  backend: sqliteBackend({ path: file(name) }),
});

/** A memory in two files, as one server of several has it. */
async function openTwo(
  options: Record<string, DatabaseOptions> = { main: database('main'), second: database('second') },
): Promise<{ memory: Memory; backend: DatabasesBackend }> {
  const backend = databasesBackend(options);
  const memory = await createMemory({
    ...{ backend, embedder: letterEmbedder },
    clock: () => new Date('2026-03-02T12:00:00Z'),
  });
  opened.push(memory);
  return { backend, memory };
}

const facts = (scope: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ content: `${scope} likes the colour number ${at}` }));

/** A scope with records, a replaced one, read ones, and documents with versions. */
async function fill(memory: Memory, name: string): Promise<string> {
  const scope = memory.scope(name);
  await scope.storeMany(facts(name, 30));
  const [first] = (await scope.list({ limit: 1 })).memories;
  await scope.update(first?.id as string, { content: `${name} likes no colour` });
  const store = await scope.stores.create({ name: 'notes' });
  await store.write({ path: '/a.md', content: `${name} wrote this` });
  await store.write({ path: '/a.md', content: `${name} wrote this again` });
  return store.id;
}

const textsOf = async (memory: Memory, name: string) =>
  (await memory.scope(name).list({ limit: 100, includeSuperseded: true })).memories;

it('new scopes are shared among the databases, and everything reads them as one store', async () => {
  const { memory, backend } = await openTwo();
  const names = Array.from({ length: 12 }, (_, at) => `user-${at}`);
  for (const name of names) await memory.scope(name).store({ content: `${name} likes tea` });
  const list = await backend.databases.list();
  expect(list.map(({ scopes }) => scopes)).toEqual([expect.any(Number), expect.any(Number)]);
  expect(list.every(({ scopes }) => (scopes ?? 0) > 0)).toBe(true);
  expect(list.reduce((sum, { scopes }) => sum + (scopes ?? 0), 0)).toBe(12);
  expect(await memory.scopes()).toEqual(names.sort());
  expect((await memory.stats()).current).toBe(12);
  expect((await memory.audit({ limit: 100 })).length).toBe(12);
  for (const name of names) {
    const { memories } = await memory.scope(name).retrieve('tea');
    expect(memories.map(({ content }) => content)).toEqual([`${name} likes tea`]);
  }
  expect(await faultsOf(memory)).toEqual([]);
});

it('a moved scope has everything that it had, and the old file has no byte of it', async () => {
  const { memory, backend } = await openTwo({
    main: database('main'),
    second: { ...database('second'), newScopes: false },
  });
  const storeId = await fill(memory, 'ada');
  await fill(memory, 'bob');
  const before = await textsOf(memory, 'ada');
  const found = await memory.scope('ada').retrieve('colour number 7');
  const page = await memory.scope('ada').list({ limit: 10 });
  const audit = await memory.audit({ scope: 'ada', limit: 100 });
  const moved = await backend.databases.move('ada', { to: 'second' });
  expect(moved).toMatchObject({ from: 'main', to: 'second', remains: { bytes: 'removed' } });
  expect(await textsOf(memory, 'ada')).toEqual(before);
  expect(await memory.scope('ada').retrieve('colour number 7')).toEqual(found);
  const next = await memory.scope('ada').list({ limit: 10, cursor: page.nextCursor });
  expect(next.memories.length).toBe(10);
  expect(await memory.audit({ scope: 'ada', limit: 100 })).toEqual(audit);
  const store = memory.scope('ada').stores.at(storeId);
  expect((await store.read('/a.md'))?.content).toBe('ada wrote this again');
  expect((await store.versions()).versions.length).toBe(2);
  expect(await faultsOf(memory)).toEqual([]);
  expect((await backend.databases.list()).map(({ scopes }) => scopes)).toEqual([1, 1]);
  await memory.scope('ada').store({ content: 'ada likes the sea' });
  await memory.close();
  expect(readFileSync(file('main')).includes('ada likes')).toBe(false);
  expect(readFileSync(file('main')).includes('bob likes')).toBe(true);
  expect(readFileSync(file('second')).includes('ada likes')).toBe(true);
});

const closed = (name: string): DatabaseOptions => ({ ...database(name), newScopes: false });
const mainOnly = () => ({ main: database('main'), second: closed('second') });

/** The same databases in a process that is killed before its next write, once it has made that many. */
function killedAfter(writes: number): Record<string, DatabaseOptions> {
  let left = writes;
  const dying = ({ backend, newScopes }: DatabaseOptions): DatabaseOptions => {
    const rows = backend.rows as Rows & { write: Rows['write'] };
    const write = rows.write.bind(rows);
    rows.write = (scope, batch) => {
      if (isMoving && left-- <= 0) throw new Error('killed');
      return write(scope, batch);
    };
    return { backend, newScopes };
  };
  return { main: dying(database('main')), second: dying(closed('second')) };
}
let isMoving = false;

it('a move that is killed before any of its writes answers everybody all the time, and ends when it is repeated', async () => {
  const first = await openTwo(mainOnly());
  await fill(first.memory, 'ada');
  const before = await textsOf(first.memory, 'ada');
  let killed = 0;
  for (let writes = 0; ; writes++) {
    const to = writes % 2 === 0 ? 'second' : 'main';
    isMoving = false;
    const dying = await openTwo(killedAfter(writes));
    isMoving = true;
    const result = await dying.backend.databases.move('ada', { to }).then(
      () => 'moved',
      ({ message }) => message,
    );
    isMoving = false;
    // What runs beside the move dies with its process.
    const other = await openTwo(mainOnly());
    for (const { memory } of [first, other])
      expect(await textsOf(memory, 'ada'), `after ${writes} writes`).toEqual(before);
    const again = await other.backend.databases.move('ada', { to });
    expect(again).toMatchObject({ to, remains: { bytes: 'removed' } });
    for (const { memory } of [first, other]) {
      expect(await textsOf(memory, 'ada')).toEqual(before);
      expect(await memory.scopes()).toEqual(['ada']);
    }
    await closeAll(opened.splice(1));
    if (result === 'moved') break;
    expect(result).toContain('killed');
    killed += 1;
  }
  expect(killed).toBeGreaterThan(15);
  expect(await faultsOf(first.memory)).toEqual([]);
});

it('writers in two servers lose nothing while a scope is moved there and back', async () => {
  const one = await openTwo(mainOnly());
  const other = await openTwo(mainOnly());
  await one.memory.scope('ada').storeMany(facts('ada', 40));
  let isDone = false;
  const written: string[] = [];
  const write = async ({ memory }: typeof one, name: string) => {
    for (let at = 0; !isDone; at++) {
      const content = `ada said ${name} number ${at}`;
      await memory.scope('ada').store({ content });
      const { memories } = await memory.scope('ada').list({ limit: 1 });
      written.push(content);
      expect(memories.length).toBe(1);
    }
  };
  const writers = [write(one, 'one'), write(other, 'other')];
  for (let round = 0; round < 6; round++)
    await one.backend.databases.move('ada', { to: round % 2 === 0 ? 'second' : 'main' });
  isDone = true;
  await Promise.all(writers);
  expect(written.length).toBeGreaterThan(10);
  for (const { memory } of [one, other]) {
    const { memories } = await memory.scope('ada').list({ limit: 1000 });
    const texts = memories.map(({ content }) => content);
    expect(texts).toEqual(expect.arrayContaining(written));
    expect(new Set(texts).size).toBe(texts.length);
    expect(await faultsOf(memory)).toEqual([]);
  }
});

it('a server that has never seen a scope, or remembers it elsewhere, writes where it is now', async () => {
  const one = await openTwo(mainOnly());
  const other = await openTwo(mainOnly());
  await one.memory.scope('ada').store({ content: 'Ada likes tea' });
  await other.memory.scope('ada').list();
  await one.backend.databases.move('ada', { to: 'second' });
  await other.memory.scope('ada').store({ content: 'Ada likes the sea' });
  expect((await one.memory.scope('ada').list()).memories.length).toBe(2);
  expect((await one.backend.databases.list()).map(({ scopes }) => scopes)).toEqual([0, 1]);
  // A scope without anything moves too, and is then written in its new place.
  const receipt = await one.memory.scope('ada').erase();
  expect(await one.memory.verifyReceipt(receipt)).toMatchObject({ valid: true });
  await one.backend.databases.move('ada', { to: 'main' });
  expect(await other.memory.verifyReceipt(receipt)).toMatchObject({ valid: true });
  await other.memory.scope('ada').store({ content: 'Ada is back' });
  expect((await one.backend.databases.list()).map(({ records }) => records)).toEqual([1, 0]);
  expect((await one.memory.scope('ada').list()).memories.length).toBe(1);
});

it('an erasure during an unfinished move leaves nothing in either database', async () => {
  const { memory, backend } = await openTwo(mainOnly());
  await fill(memory, 'ada');
  isMoving = false;
  const dying = await openTwo(killedAfter(6));
  isMoving = true;
  await expect(dying.backend.databases.move('ada', { to: 'second' })).rejects.toThrow('killed');
  isMoving = false;
  expect(await faultsOf(memory)).toMatchObject([{ kind: 'unfinished', count: 2 }]);
  await memory.scope('ada').erase();
  expect((await backend.databases.list()).map(({ scopes }) => scopes)).toEqual([0, 0]);
  expect(await faultsOf(memory)).toEqual([]);
  await memory.close();
  for (const name of ['main', 'second'])
    expect(readFileSync(file(name)).includes('ada likes'), name).toBe(false);
});

it('a database that is down refuses calls to its scopes by name, and the others go on', async () => {
  const { memory, backend } = await openTwo(mainOnly());
  await memory.scope('ada').store({ content: 'Ada likes tea' });
  await memory.scope('bob').store({ content: 'Bob likes tea' });
  await backend.databases.move('bob', { to: 'second' });
  const { backend: second } = database('second');
  let isDown = false;
  const rows = second.rows as Rows;
  for (const name of ['open', 'read', 'write'] as const) {
    const work = rows[name].bind(rows) as (...given: never[]) => Promise<never>;
    const refused = new MnemeError('unavailable', 'it does not answer');
    const unlessDown = (...given: never[]) => (isDown ? Promise.reject(refused) : work(...given));
    Object.assign(rows, { [name]: unlessDown });
  }
  isDown = true;
  const server = await openTwo({
    main: database('main'),
    second: { backend: second, newScopes: false },
  });
  const problem = { code: 'unavailable', message: 'the database second: it does not answer' };
  await expect(server.memory.scope('bob').list()).rejects.toMatchObject(problem);
  await expect(server.memory.scopes()).rejects.toMatchObject(problem);
  expect(await server.backend.databases.unavailable()).toEqual([
    { name: 'second', reason: problem.message },
  ]);
  expect(await server.backend.databases.list()).toMatchObject([
    { name: 'main', scopes: 1 },
    { name: 'second', unavailable: problem.message },
  ]);
  const report = await server.memory.doctor();
  expect(report).toMatchObject({ healthy: false, scopes: 1, records: 1 });
  expect(report.findings).toMatchObject([
    { kind: 'unreachable', examples: [{ problem: problem.message }] },
  ]);
  expect(await server.memory.scope('ada').doctor({ fix: true })).toMatchObject({ records: 1 });
  await server.memory.scope('ada').store({ content: 'Ada likes the sea' });
  await server.memory.scope('new').store({ content: 'New users are welcome' });
  isDown = false;
  expect((await server.memory.scope('bob').list()).memories.length).toBe(1);
  isDown = true;
  await expect(server.memory.scope('bob').list()).rejects.toMatchObject(problem);
});

it('one of several databases is not opened alone, under another name, or among others', async () => {
  const { memory } = await openTwo();
  await memory.scope('ada').store({ content: 'Ada likes tea' });
  await expect(sqliteBackend({ path: file('second') }).open({})).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('the database second of several'),
  });
  const names = (options: Record<string, DatabaseOptions>) => openTwo(options);
  await expect(names({ main: database('main'), two: database('second') })).rejects.toThrow(
    'the database that is named two here is second',
  );
  await expect(names({ other: database('other'), second: database('second') })).rejects.toThrow(
    'the database second belongs to other databases',
  );
  await expect(names({ other: database('another'), third: database('main') })).rejects.toThrow(
    'the database that is named third here is main, the first one',
  );
  const alone = sqliteBackend({ path: file('alone') });
  const lonely = await createMemory({ backend: alone, embedder: letterEmbedder });
  opened.push(lonely);
  await lonely.scope('eve').store({ content: 'Eve likes tea' });
  await expect(names({ main: database('main'), alone: database('alone') })).rejects.toThrow(
    'the database alone has scopes already',
  );
  // A server that had it open before it became one of several does not know where new scopes belong.
  const joined = await openTwo({ alone: database('alone'), more: database('more') });
  expect(await joined.memory.scopes()).toEqual(['eve']);
  await lonely.scope('eve').store({ content: 'Eve likes the sea' });
  await expect(lonely.scope('new').store({ content: 'New' })).rejects.toThrow('of several');
});
