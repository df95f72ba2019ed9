import type { DocumentSummary, DocumentVersion, InStore } from '@mneme/core/backend';
import { comparePaths, rollUp } from '@mneme/core/backend';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storeBackend } from '../src/index.ts';
import { MemoryRows } from '../src/memory/index.ts';
import type { Question, Row } from '../src/rows/rows.ts';

const embedder = { name: 'test', revision: '1', dimensions: 8, pooling: 'none' };
const now = '2026-03-01T09:00:00.000Z';
const place: InStore = { scope: 'user:ada', storeId: 'memstore_1' };
const entry = {
  at: now,
  action: 'create' as const,
  scope: place.scope,
  id: '',
  actor: 'test',
  reason: 'a test',
};
const list = { ...place, pathPrefix: '/', depth: 0, withContent: false, limit: 1000 };

/** Rows in memory that count what is read. */
class CountedRows extends MemoryRows {
  readRows = 0;
  override async read(scope: string | undefined, questions: readonly Question[]): Promise<Row[][]> {
    const answers = await super.read(scope, questions);
    this.readRows += answers.flat().length;
    return answers;
  }
}

async function openStore<Kept extends MemoryRows = CountedRows>(
  rows = new CountedRows() as MemoryRows as Kept,
) {
  const backend = storeBackend(rows);
  await backend.open({ embedder });
  const store = {
    id: place.storeId,
    scope: place.scope,
    name: 'notes',
    description: '',
    metadata: {},
  };
  await backend.documents.putStore({
    store: { ...store, version: 1, createdAt: now, updatedAt: now },
    expect: { version: 0 },
    audit: entry,
  });
  return { backend, documents: backend.documents, rows };
}

let made = 0;

function written(path: string, text: string, document: Partial<DocumentSummary> = {}) {
  const id = document.id ?? `mem_${++made}`;
  const terms = text.split(' ').filter(Boolean);
  const vector = new Float32Array(embedder.dimensions).fill(0.5);
  const chunk = { start: 0, end: text.length, line: 1, terms, vector };
  return {
    operation: 'id' in document ? ('modified' as const) : ('created' as const),
    document: {
      ...{ id, storeId: place.storeId, path, createdAt: now, updatedAt: now },
      ...{ contentSha256: `sha of ${text}`, contentSizeBytes: Buffer.byteLength(text) },
      versionId: `memver_${++made}`,
    },
    content: { text, chunks: text === '' ? [] : [chunk] },
  };
}

const commit = (changes: ReturnType<typeof written>[]) => ({
  ...{ ...place, expect: [], changes, audit: [entry] },
});

describe('lists of documents', () => {
  const segment = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 3 })
    .filter((text) => text.isWellFormed() && !/[/\0]/.test(text));
  const path = fc
    .array(
      fc.oneof(
        segment,
        fc.constantFrom('a', 'a!', 'a0', 'é', '\uffee', '\u{10ffff}', '\u{10ffff}b'),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => `/${parts.join('/')}`);
  const paths = fc.uniqueArray(path, { maxLength: 30 });

  it('are in the order of UTF-8 bytes and rolled up, page by page, for paths of any characters', async () => {
    await fc.assert(
      fc.asyncProperty(
        ...([paths, path, fc.nat(3), fc.integer({ min: 1, max: 5 })] as const),
        async (all, other, depth, limit) => {
          const { documents } = await openStore();
          if (all.length > 0) await documents.commit(commit(all.map((each) => written(each, ''))));
          for (const below of [
            '/',
            ...[...all.slice(0, 2), other].map(
              (each) => each.slice(0, each.indexOf('/', 1) + 1) || '/',
            ),
          ]) {
            const inside = all.filter((each) => each.startsWith(below)).sort(comparePaths);
            const expected = [
              ...new Set(inside.map((each) => rollUp(each, { pathPrefix: below, depth }))),
            ];
            const seen: string[] = [];
            let cursor: string | undefined;
            do {
              const page = await documents.listDocuments({
                ...list,
                pathPrefix: below,
                depth,
                limit,
                cursor,
              });
              expect(page.items.length).toBeLessThanOrEqual(limit);
              seen.push(
                ...page.items.map((item) =>
                  item.type === 'document' ? item.document.path : item.prefix.path,
                ),
              );
              cursor = page.nextCursor;
            } while (cursor !== undefined);
            expect(seen).toEqual(expected);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of folders read a few documents of each, however many there are', async () => {
    const { documents, rows } = await openStore();
    const folders = Array.from({ length: 5 }, (_, folder) => `/f${folder}`);
    const files = Array.from({ length: 400 }, (_, file) => `/${file}/x`);
    await documents.commit(
      commit(folders.flatMap((folder) => files.map((file) => written(`${folder}${file}`, '')))),
    );
    rows.readRows = 0;
    const { items } = await documents.listDocuments({ ...list, depth: 1, limit: 20 });
    expect(items).toEqual(
      folders.map((folder) => ({ type: 'prefix', prefix: { path: `${folder}/` } })),
    );
    expect(rows.readRows).toBeLessThan(50);
    rows.readRows = 0;
    const below = await documents.listDocuments({
      ...list,
      pathPrefix: '/f2/',
      depth: 1,
      limit: 10,
    });
    expect(below.items).toHaveLength(10);
    expect(rows.readRows).toBeLessThan(50);
  });
});

describe('a store of documents', () => {
  it('counts what is there, whatever was written, deleted, forgotten, redacted and removed', async () => {
    const rows = new MemoryRows();
    const { documents, backend } = await openStore(rows);
    const live = new Map<string, DocumentSummary>();
    const random = fc.sample(fc.nat(1000), { numRuns: 400, seed: 7 });
    const next = () => random.pop() ?? 0;
    while (random.length > 4) {
      const path = `/${next() % 12}`;
      const known = live.get(path);
      const kind = next() % 6;
      if (known === undefined || kind < 3) {
        const change = written(path, 'word '.repeat(next() % 5), known && { id: known.id });
        await documents.commit(commit([change]));
        live.set(path, change.document);
      } else if (kind < 5) {
        const document = { ...known, versionId: `memver_${++made}` };
        const forget = kind === 4 ? { forget: true as const } : {};
        await documents.commit({
          ...commit([]),
          changes: [{ operation: 'deleted', document, ...forget }],
        });
        live.delete(path);
      } else {
        const current = new Set(Array.from(live.values(), ({ versionId }) => versionId));
        const { versions } = await documents.listVersions({
          ...place,
          withContent: false,
          limit: 50,
        });
        const old = versions.find(({ id, redactedAt }) => !current.has(id) && !redactedAt);
        if (old === undefined) continue;
        const { path: _, contentSha256: __, contentSizeBytes: ___, ...left } = old;
        await documents.redact({ ...place, version: { ...left, redactedAt: now }, audit: entry });
      }
      const { usage } = await documents.lookUp({ ...place, keys: [], paths: [], below: 0 });
      const [kept = [], docs = [], chunks = [], [store] = []] = await rows.read(place.scope, [
        { table: 'versions', is: [place.scope] },
        { table: 'documents', is: [place.scope] },
        { table: 'chunks', is: [place.scope] },
        { table: 'stores', is: [place.scope] },
      ]);
      const sizes = kept.map(
        ({ version }) => (JSON.parse(version as string) as DocumentVersion).contentSizeBytes ?? 0,
      );
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      expect(usage).toEqual({ documents: live.size, bytes });
      expect(store).toMatchObject({ documents: live.size, bytes, chunks: chunks.length });
      expect(docs).toHaveLength(live.size);
    }
    await documents.removeStore({ ...place, audit: entry });
    const left = await rows.read(
      place.scope,
      ['stores', 'documents', 'versions', 'chunks', 'vectors'].map((table) => ({
        table,
        is: [place.scope],
      })),
    );
    expect(left.flat()).toEqual([]);
    await backend.close();
  });

  it('leaves no row with a content that was redacted, forgotten or removed', async () => {
    const rows = new MemoryRows();
    const { documents } = await openStore(rows);
    const holds = async (text: string) => {
      const tables = ['stores', 'documents', 'versions', 'chunks', 'segments', 'removals'];
      const all = await rows.read(
        undefined,
        tables.map((table) => ({ table, is: [] })),
      );
      const cells = all.flat().flatMap((row) => Object.values(row));
      return cells.some((cell) =>
        cell instanceof Uint8Array ? Buffer.from(cell).includes(text) : String(cell).includes(text),
      );
    };
    const ask = { ...place, pathPrefix: '/', query: { terms: ['xyzzy'], limit: 5 } };
    const first = written('/xyzzypath', 'xyzzy one');
    const other = written('/other', 'plugh xyzzy');
    await documents.commit(commit([first, other]));
    expect((await documents.search(ask)).candidates).toHaveLength(2);
    const { id, versionId } = first.document;
    await documents.commit(commit([{ ...written('/plain', 'harmless', { id }) }]));
    expect(await holds('xyzzy one')).toBe(true);
    const redacted = { id: versionId, storeId: place.storeId, documentId: id, number: 1 };
    const version = { ...redacted, operation: 'created' as const, createdAt: now, redactedAt: now };
    await documents.redact({ ...place, version, audit: entry });
    expect(await holds('xyzzypath')).toBe(false);
    expect(await holds('xyzzy one')).toBe(false);
    expect(await holds('plugh')).toBe(true);
    const document = { ...other.document, versionId: `memver_${++made}` };
    await documents.commit({
      ...commit([]),
      changes: [{ operation: 'deleted', forget: true, document }],
    });
    expect(await holds('plugh')).toBe(false);
    await documents.removeStore({ ...place, audit: entry });
    expect(await holds('harmless')).toBe(false);
  });
});

describe('two stores over the same rows', () => {
  it('that write one path at once agree on one document', async () => {
    const kept = new Map();
    const one = await openStore(new CountedRows({ kept }));
    const other = storeBackend(new MemoryRows({ kept }));
    await other.open({ embedder });
    for (let round = 0; round < 20; round++) {
      const path = `/${round}`;
      const free = { expect: [{ type: 'free' as const, path }] };
      const results = await Promise.all(
        [one.documents, other.documents].map((documents, side) =>
          documents.commit({ ...commit([written(path, `by ${side}`, {})]), ...free }),
        ),
      );
      expect(results.filter(({ committed }) => committed)).toHaveLength(1);
      const read = await Promise.all(
        [one.documents, other.documents].map((documents) =>
          documents.getDocument({ ...place, key: { path } }),
        ),
      );
      expect(read[0]).toEqual(read[1]);
    }
    const { usage } = await one.documents.lookUp({ ...place, keys: [], paths: [], below: 0 });
    expect(usage).toEqual({ documents: 20, bytes: 20 * 4 });
  });

  it('find in each search the document as it was or as it is, while the other one writes', async () => {
    const kept = new Map();
    const one = await openStore(new CountedRows({ kept }));
    const other = storeBackend(new MemoryRows({ kept }));
    await other.open({ embedder });
    await one.documents.commit(commit([written('/a', 'word 0')]));
    const { id } = (await one.documents.getDocument({ ...place, key: { path: '/a' } }))!;
    let isDone = false;
    const writing = (async () => {
      for (let round = 1; round <= 60; round++)
        await one.documents.commit(
          commit([written('/a', `word ${round}`.padEnd(8 + round, '.'), { id })]),
        );
      isDone = true;
    })();
    while (!isDone) {
      for (const pathPrefix of ['/', '/']) {
        const { candidates } = await other.documents.search({
          ...place,
          pathPrefix,
          query: { terms: ['word'], limit: 5 },
        });
        expect(candidates).toHaveLength(1);
        expect(Buffer.byteLength(candidates[0]!.text)).toBe(
          candidates[0]!.document.contentSizeBytes,
        );
      }
    }
    await writing;
  });
});
