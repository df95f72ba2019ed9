import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Memory, MemoryBackend } from '@mneme/core';
import type { KeyBackend } from '@mneme/core/contract';
import { qdrantBackend } from '@mneme/qdrant';
import { sqliteBackend, sqliteRows } from '@mneme/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startQdrant, whyNoBinary } from '../../../tools/qdrant-server.mjs';
import { fileKeyring, sealedBackend } from '../src/index.ts';
import { open } from './sealing.ts';

const folder = await mkdtemp(join(tmpdir(), 'mneme-sealed-'));
const keyring = fileKeyring({ path: join(folder, 'keys.json'), masterKey: 'ab'.repeat(32) });
afterAll(() => rm(folder, { recursive: true }));

/** A word used in one place only, so that a match shows where it came from. */
const marker = (place: string) => `zq${place}qz`;
const recordPlaces = [
  'scope',
  'content',
  'rewritten',
  'tag',
  'speaker',
  'session',
  'externalid',
  'sourcekey',
  'sourcevalue',
  'metadatakey',
  'metadatavalue',
  'actor',
  'reason',
  'deleted',
];
const documentPlaces = [
  'store',
  'description',
  'pairkey',
  'pairvalue',
  'folder',
  'file',
  'text',
  'later',
  'redacted',
  'author',
  'why',
];
const amount = 918_273_645;
const documentText = `Of ${marker('text')}\n\n${'and more of it '.repeat(200)}`;

async function fillRecords(memory: Memory): Promise<void> {
  const scope = memory.scope(marker('scope'));
  const by = { actor: marker('actor'), reason: marker('reason') };
  const content = `Ada keeps ${marker('content')}`;
  const source = {
    speaker: marker('speaker'),
    session: marker('session'),
    sequence: 1,
    externalId: marker('externalid'),
    [marker('sourcekey')]: marker('sourcevalue'),
  };
  const metadata = { [marker('metadatakey')]: [marker('metadatavalue'), amount] };
  const { id } = await scope.store(
    { content, kind: 'fact', tags: [marker('tag')], source, metadata },
    by,
  );
  await scope.update(id, { content: `Ada keeps ${marker('rewritten')}` }, by);
  const gone = await scope.store({ content: `Bo has ${marker('deleted')}` });
  await scope.delete(gone.id, by);
  await scope.prune({ maxRecords: 10 });
}

async function fillDocuments(memory: Memory): Promise<void> {
  const actor = { type: 'user_actor', userId: marker('author') } as const;
  const store = await memory.scope(marker('scope')).stores.create({
    name: marker('store'),
    description: marker('description'),
    metadata: { [marker('pairkey')]: marker('pairvalue') },
  });
  const path = `/${marker('folder')}/${marker('file')}.md`;
  const options = { actor, reason: marker('why') };
  const made = await store.create({ path, content: documentText }, options);
  await store.update(path, { content: `${documentText} ${marker('later')}` }, options);
  const other = await store.create({ path: '/b', content: marker('redacted') }, options);
  await store.update('/b', { content: 'nothing' }, options);
  await store.redact(other.versionId, options);
  await store.update(made.path, { path: `${path}.old` }, options);
}

async function bytesBelow(path: string): Promise<Buffer> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(
    await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name)))),
  );
}

/** The places whose marks are in the bytes, as text, as UTF-16 or as hexadecimal digits. */
function found(bytes: Buffer, places: readonly string[]): string[] {
  const seen = new Set<string>();
  const asHex = (text: string) => Buffer.from(text).toString('hex');
  const forms: [
    beginning: string,
    encoding: 'utf8' | 'utf16le',
    decode: (text: string) => string,
  ][] = [
    ['zq', 'utf8', (text) => text],
    ['zq', 'utf16le', (text) => text],
    [asHex('zq'), 'utf8', (text) => Buffer.from(text, 'hex').toString()],
  ];
  for (const [beginning, encoding, decode] of forms) {
    const sought = Buffer.from(beginning, encoding);
    for (let at = bytes.indexOf(sought); at >= 0; at = bytes.indexOf(sought, at + 1)) {
      const [, place] = /^zq([a-z]+?)qz/.exec(decode(bytes.toString(encoding, at, at + 60))) ?? [];
      if (place !== undefined) seen.add(place);
    }
  }
  return places.filter((place) => seen.has(place));
}

/** Traces of unsealed data other than the marks. */
function otherTraces(bytes: Buffer): string[] {
  const sha256 = createHash('sha256').update(documentText).digest('hex');
  return [sha256, String(amount)].filter((trace) => bytes.includes(trace));
}

describe('in a SQLite file', () => {
  const make = (path: string, sealed: boolean): MemoryBackend => {
    const backend = sqliteBackend({ path });
    return sealed ? sealedBackend(backend, { keyring }) : backend;
  };
  const everywhere = [...recordPlaces, ...documentPlaces];

  async function filled(name: string, sealed: boolean) {
    const path = join(folder, name);
    const memory = await open(make(join(path, 'memory.db'), sealed));
    await fillRecords(memory);
    await fillDocuments(memory);
    // Also before the log is removed.
    const before = await bytesBelow(path);
    await memory.close();
    return Buffer.concat([before, await bytesBelow(path)]);
  }

  it('without sealing each mark is found', async () => {
    const bytes = await filled('plain', false);
    const scrubbed = ['deleted', 'redacted'];
    const kept = everywhere.filter((place) => !scrubbed.includes(place));
    expect(found(bytes, kept)).toEqual(kept);
    expect(otherTraces(bytes)).toHaveLength(2);
  });

  it('no mark is found', async () => {
    const bytes = await filled('sealed', true);
    expect(bytes.length).toBeGreaterThan(100_000);
    expect(found(bytes, everywhere)).toEqual([]);
    expect(otherTraces(bytes)).toEqual([]);
    expect(found(await readFile(join(folder, 'keys.json')), everywhere)).toEqual([]);
  });

  it("a server's keys do not reveal their scopes", async () => {
    const path = join(folder, 'keys');
    const backend = make(join(path, 'memory.db'), true);
    await backend.open({});
    const keys = backend.keys as KeyBackend;
    const key = {
      id: `key_${'a'.repeat(24)}`,
      hash: 'b'.repeat(64),
      scope: marker('scope'),
      access: 'read_only',
      createdAt: '2026-03-01T12:00:00.000Z',
    } as const;
    await keys.addKey(key);
    expect(await keys.getKey(key.id)).toEqual(key);
    expect(await keys.listKeys(key.scope)).toEqual([key]);
    expect(await keys.listKeys('another')).toEqual([]);
    expect(await keys.revokeKey(key.id, key.createdAt)).toBe(true);
    await backend.close();
    expect(found(await bytesBelow(path), ['scope'])).toEqual([]);
  });
});

const reason = whyNoBinary();
describe.skipIf(reason !== undefined)(`in Qdrant${reason ? ` [skipped: ${reason}]` : ''}`, () => {
  let server: Awaited<ReturnType<typeof startQdrant>>;
  beforeAll(async () => {
    server = await startQdrant({ environment: { QDRANT__STORAGE__WAL__WAL_CAPACITY_MB: '1' } });
  });
  afterAll(() => server.stop());

  it('no mark is found, while without sealing the words are', async () => {
    const fill = async (collection: string, isSealed: boolean) => {
      const backend = qdrantBackend({
        ...{ url: server.url, collection, timeoutMs: 30_000, whenDown: 'unavailable' },
        rows: sqliteRows({ path: join(folder, `beside-${collection}.db`) }),
      });
      const memory = await open(isSealed ? sealedBackend(backend, { keyring }) : backend);
      await fillRecords(memory);
      const { memories } = await memory.scope(marker('scope')).retrieve(marker('rewritten'));
      expect(memories.length).toBeGreaterThan(0);
      await memory.close();
    };
    await fill('sealed', true);
    await fill('plain', false);
    // A running server replaces its files.
    await server.kill();
    const storage = join(server.folder, 'storage');
    const ofPlain = join(storage, 'collections', 'plain');
    expect(found(await bytesBelow(ofPlain), recordPlaces)).toContain('rewritten');
    await rm(ofPlain, { recursive: true });
    const sealed = await bytesBelow(storage);
    expect(sealed.length).toBeGreaterThan(10_000);
    expect(found(sealed, recordPlaces)).toEqual([]);
    expect(otherTraces(sealed)).toEqual([]);
  });
});
