import { readFileSync, writeFileSync } from 'node:fs';
import type { DoctorOptions, FindingKind, Memory } from '@mneme/core';
import type { ListResponse, StoreCheckPage } from '@mneme/core/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { Host } from '../src/host.ts';
import { checksumOf } from '../src/store/rows.ts';
import { inFile } from './in-file.ts';
import { open, openBoth, path, useStore } from './store.ts';

let now: string;
useStore({ inspect: true, embedder: letterEmbedder, clock: () => new Date(now) });
beforeEach(() => {
  now = '2026-03-01T12:00:00Z';
});

async function withMemory<T>(work: (memory: Memory) => Promise<T>, secrets?: 'allow') {
  const memory = await open({ secrets });
  try {
    return await work(memory);
  } finally {
    await memory.close();
  }
}

const facts = ['The harbour is deep', 'Ada keeps a red boat', 'The deadline is in May'];

/** Three facts and a document, then damaged by `harm`. */
async function harmed(harm: string | ((memory: Memory) => Promise<unknown>)): Promise<void> {
  await withMemory(async (memory) => {
    const ada = memory.scope('ada');
    await ada.storeMany(
      facts.map((content) => ({ content, tags: ['fact'], metadata: { of: 'ada' } })),
    );
    const store = await ada.stores.open('notes', { create: true });
    await store.create({ path: '/plan', content: 'The plan is simple' });
    if (typeof harm === 'function') await harm(memory);
  }, 'allow');
  if (typeof harm === 'string') await inFile(path, (database) => database.exec(harm));
}

const look = (options: DoctorOptions = {}) => withMemory((memory) => memory.doctor(options));

const kindsOf = ({ findings }: Awaited<ReturnType<typeof look>>) =>
  findings.map(({ kind }) => kind);

it('a healthy memory has no findings', async () => {
  await harmed(async () => {});
  expect(await look()).toMatchObject({ healthy: true, findings: [], scopes: 1, records: 3 });
});

const firstRow = '(SELECT min(row) FROM records)';

describe('finds and repairs', () => {
  const ada = `(SELECT number FROM scopes WHERE name = 'ada')`;
  const mendable: Record<string, string> = {
    'missing words': `UPDATE records SET terms = '' WHERE row = ${firstRow}`,
    'words of another record': `UPDATE records SET terms = (SELECT terms FROM records ORDER BY row DESC LIMIT 1) WHERE row = ${firstRow}`,
    'a missing vector': `DELETE FROM vectors WHERE row = ${firstRow}`,
    'a vector without a record': `INSERT INTO vectors SELECT 2147489999, sum, rest FROM vectors LIMIT 1`,
    'a changed vector': `UPDATE vectors SET rest = (SELECT rest FROM vectors ORDER BY row DESC LIMIT 1) WHERE row = ${firstRow}`,
    'missing vector codes': `DELETE FROM vectors_codes WHERE scope = ${ada}`,
    'changed vector codes': `UPDATE vectors_codes SET data = zeroblob(length(data)) WHERE scope = ${ada}`,
    'missing filter data': 'DELETE FROM heads',
    'changed filter data': 'UPDATE heads SET data = zeroblob(length(data))',
    'a memory with a wrong importance in its column': `UPDATE records SET importance = 5 WHERE row = ${firstRow}`,
    'a memory under another id': `UPDATE records SET id = x'00' WHERE row = ${firstRow}`,
    'a tag without a record': `INSERT INTO record_facets VALUES (1, '["ghost"]', 2147489999)`,
    'a missing tag': `DELETE FROM record_facets WHERE facet = '["fact"]'`,
    'a wrong count': 'UPDATE scopes SET record_count = record_count + 1',
    'a wrong total size of documents': 'UPDATE document_scopes SET bytes = 1',
  };
  it.each(Object.entries(mendable))('%s', async (_, harm) => {
    await harmed(harm);
    const before = await look();
    expect(before.healthy).toBe(false);
    expect(new Set(kindsOf(before))).toEqual(new Set(['index']));
    expect(await look()).toEqual(before);
    const after = await look({ fix: true });
    expect(after).toMatchObject({ healthy: true, findings: [], records: 3 });
    expect(after.fixed).toBeGreaterThan(0);
    await withMemory(async (memory) => {
      const ada = memory.scope('ada');
      for (const fact of facts) expect((await ada.retrieve(fact)).memories[0]?.content).toBe(fact);
      expect((await ada.list({ tags: ['fact'] })).memories).toHaveLength(3);
    });
  });

  // No scope has the number 77, nor rows from 77 * 2^31 on.
  const ofNoScope = {
    'a tag': `INSERT INTO record_facets SELECT 77, facet, 165356241000 FROM record_facets LIMIT 1`,
    'a vector': `INSERT INTO vectors SELECT 165356241000, sum, rest FROM vectors LIMIT 1`,
    'vector codes': `INSERT INTO vectors_codes SELECT 77000000, 77, changed, data FROM vectors_codes LIMIT 1`,
    'filter data': `INSERT INTO heads SELECT 77000000, 77, changed, data FROM heads LIMIT 1`,
    words: `INSERT INTO words VALUES (77, 1, 0, x'00')`,
    'a passage of a document': `INSERT INTO document_chunks SELECT row + 1, document, start, end, line, length, terms FROM document_chunks LIMIT 1;
      UPDATE document_chunks SET row = 165356241000, document = 77 WHERE row = (SELECT max(row) FROM document_chunks)`,
  };
  it.each(Object.entries(ofNoScope))(
    '%s of no scope, but not for another scope',
    async (_, harm) => {
      await harmed((memory) => memory.scope('bob').store({ content: 'Bob likes rum' }));
      await inFile(path, (database) => database.exec(harm));
      expect((await look()).findings).toMatchObject([{ kind: 'index', count: 1, fixable: 1 }]);
      await withMemory(async (memory) =>
        expect(kindsOf(await memory.scope('bob').doctor())).toEqual([]),
      );
      expect(await look({ fix: true })).toMatchObject({ healthy: true, fixed: 1, records: 4 });
    },
  );

  it.each([
    ['are missing', 'DELETE FROM words WHERE bucket = 0'],
    ['were changed', 'UPDATE words SET data = zeroblob(length(data)) WHERE bucket = 0'],
  ])('words of many memories: %s', async (_, harm) => {
    await harmed((memory) =>
      memory.scope('ada').storeMany(
        Array.from({ length: 300 }, (_, at) => ({ content: `Page ${at}` })),
        { onConflict: 'keepBoth' },
      ),
    );
    await inFile(path, (database) => database.exec(harm));
    expect(new Set(kindsOf(await look()))).toEqual(new Set(['index']));
    expect(await look({ fix: true })).toMatchObject({ healthy: true, records: 303 });
    const { memories } = await withMemory((memory) => memory.scope('ada').retrieve(facts[0]!));
    expect(memories[0]?.content).toBe(facts[0]);
  });

  it("filter data of one of the engine's own records, which no search may find", async () => {
    await harmed(async () => {});
    await inFile(path, (database) => {
      const [record] = database
        .prepare<{ row: number; body: string }>('SELECT row, body FROM records ORDER BY row')
        .all();
      const body = JSON.stringify({ ...JSON.parse(record!.body), kind: 'session' });
      database
        .prepare('UPDATE records SET kind = 0, body = ?, checksum = ? WHERE row = ?')
        .run(body, checksumOf('ada', body), BigInt(record!.row));
      database.exec('UPDATE scopes SET record_count = record_count - 1 WHERE record_count > 0');
    });
    expect((await look()).findings).toMatchObject([{ kind: 'index', count: 1, fixable: 1 }]);
    expect(await look({ fix: true })).toMatchObject({ healthy: true, records: 2 });
  });

  it('a passage without its document, which a search would meet', async () => {
    await harmed('DELETE FROM documents');
    expect(new Set(kindsOf(await look()))).toEqual(new Set(['index']));
    expect(await look({ fix: true })).toMatchObject({ healthy: true });
    await withMemory(async (memory) => {
      const notes = await memory.scope('ada').stores.open('notes');
      expect((await notes.search('plan')).documents).toEqual([]);
    });
  });

  it('a SQLite index with a flipped byte', async () => {
    await harmed(async () => {});
    const id = await withMemory(
      async (memory) => (await memory.scope('ada').list()).memories[0]!.id,
    );
    const whole = readFileSync(path);
    const key = Buffer.from(id.replaceAll('-', ''), 'hex');
    let mended = 0;
    for (let at = whole.indexOf(key); at >= 0; at = whole.indexOf(key, at + 1)) {
      const bytes = Buffer.from(whole);
      bytes[at + 2]! ^= 1;
      writeFileSync(path, bytes);
      const kinds = kindsOf(await look());
      expect(kinds.length).toBeGreaterThan(0);
      if (kinds.some((kind) => kind !== 'index')) continue; // The byte was in the row itself, or in the audit.
      expect(await look({ fix: true })).toMatchObject({ healthy: true, records: 3 });
      mended += 1;
    }
    expect(mended).toBeGreaterThan(0);
  });

  it('expired memories and duplicates', async () => {
    await harmed(async (memory) => {
      const ada = memory.scope('ada');
      await ada.store({ content: 'A parcel waits', expiresAt: '2026-03-02' });
      await ada.store(
        { content: 'the harbour is deep.', tags: ['again'], importance: 5 },
        { onConflict: 'keepBoth' },
      );
    });
    now = '2026-03-03T12:00:00Z';
    const before = await look();
    expect(before.findings).toMatchObject([
      { kind: 'duplicate', severity: 'attention', count: 1, fixable: 1 },
      { kind: 'expired', severity: 'note', count: 1, fixable: 1 },
    ]);
    const after = await look({ fix: true });
    expect(after).toMatchObject({ healthy: true, findings: [], fixed: 2, records: 4 });
    await withMemory(async (memory) => {
      const ada = memory.scope('ada');
      const { memories } = await ada.list({ tags: ['fact'] });
      const kept = memories.find(({ content }) => content === facts[0])!;
      const updatedAt = new Date(now).toISOString();
      expect(kept).toMatchObject({ tags: ['fact', 'again'], importance: 5, updatedAt });
      expect((await ada.history(kept.id)).map(({ content }) => content)).toContain(
        'the harbour is deep.',
      );
      expect(
        (await ada.retrieve('harbour')).memories.filter(({ content }) => /harbour/i.test(content)),
      ).toHaveLength(1);
    });
  });
});

describe('finds, but does not change,', () => {
  const lost: Record<string, [FindingKind, string]> = {
    'a memory that was changed': [
      'damaged',
      `UPDATE records SET body = replace(body, 'The harbour is deep', 'The harbour is shallow')`,
    ],
    'a memory that was changed and has lost its vector': [
      'damaged',
      `UPDATE records SET body = replace(body, 'The harbour is deep', 'The harbour is shallow');
        DELETE FROM vectors WHERE row = ${firstRow}`,
    ],
    'a document that was changed': [
      'damaged',
      `UPDATE document_versions SET content = 'The plan is hard'`,
    ],
    'a version whose author was changed': [
      'damaged',
      `UPDATE document_versions SET actor_type = 'user_actor', actor_id = 'eve'`,
    ],
    'a memory in the rows of no scope': [
      'structure',
      'UPDATE records SET row = 165356241000 WHERE row = (SELECT max(row) FROM records)',
    ],
    'a passage in the rows of another store': [
      'structure',
      'UPDATE document_chunks SET row = 165356241000',
    ],
    'a store of documents without the row of its index': [
      'structure',
      `DELETE FROM scopes WHERE number = (SELECT partition FROM document_stores)`,
    ],
    'a scope without a name and without an erasure': [
      'structure',
      `UPDATE scopes SET name = char(1) || 'erased 1' WHERE name = 'ada'`,
    ],
    'an audit line that was changed': [
      'audit',
      `UPDATE audit SET actor = 'nobody' WHERE number = 2`,
    ],
    'an audit line that was removed': ['audit', 'DELETE FROM audit WHERE number = 2'],
  };
  it.each(Object.entries(lost))('%s', async (_, [kind, harm]) => {
    await harmed(harm);
    const report = await look({ fix: true });
    expect(report.healthy).toBe(false);
    expect(new Set(kindsOf(report))).toEqual(new Set([kind]));
    expect(report.findings.every(({ fixable }) => fixable === 0)).toBe(true);
    expect(JSON.stringify(report)).not.toContain('shallow');
  });

  it('stored secrets in every field, without showing them', async () => {
    await harmed(async (memory) => {
      const ada = memory.scope('ada');
      await ada.storeMany([
        { content: 'my password is hunter2Zx9!' },
        { content: 'A tagged one', tags: ['ghp_0123456789abcdefghijklmnopqrstuvwxyz'] },
        { content: 'One with a field', metadata: { password: 'hunter2Zx9!' } },
      ]);
      const store = await ada.stores.open('notes');
      await store.write({ path: '/keys', content: 'the password is hunter2Zx9!' });
    });
    const report = await look({ fix: true, examples: 10 });
    expect(report.findings).toMatchObject([{ kind: 'secret', severity: 'attention', count: 4 }]);
    expect(JSON.stringify(report)).not.toMatch(/hunter2|ghp_0123/);
  });

  it('scopes over the cap', async () => {
    await harmed(async () => {});
    expect((await look({ maxRecords: 2 })).findings).toMatchObject([
      { kind: 'oversized', count: 1, examples: [{ scope: 'ada' }] },
    ]);
  });

  it('faded memories, and memories never recalled, as notes', async () => {
    await harmed(async (memory) => {
      await memory.scope('ada').retrieve(facts[0]!, { limit: 1 });
    });
    now = '2026-09-01T12:00:00Z';
    const report = await look();
    expect(report).toMatchObject({ healthy: true });
    expect(report.findings).toMatchObject([
      { kind: 'stale', severity: 'note', count: 3 },
      { kind: 'never_recalled', severity: 'note', count: 2 },
    ]);
    expect((await look({ staleDays: 365 })).findings).toEqual([]);
  });

  it('an unfinished change of the model', async () => {
    const next = {
      ...letterEmbedder,
      identity: async () => ({ ...(await letterEmbedder.identity()), revision: '2' }),
    };
    await harmed(async (memory) => {
      const stop = new AbortController();
      await memory
        .reembed({
          embedder: next,
          batchSize: 1,
          signal: stop.signal,
          onProgress: () => stop.abort(),
        })
        .catch(() => {});
    });
    expect(kindsOf(await look())).toEqual(['reembed_unfinished']);
  });
});

it('does not report equal turns of a conversation as duplicates', async () => {
  await harmed(async (memory) => {
    const said = (sequence: number) => ({
      content: 'Yes, please',
      kind: 'episode' as const,
      source: { session: 's', sequence },
    });
    await memory.scope('ada').storeMany([said(1), said(2)], { onConflict: 'keepBoth' });
  });
  expect(kindsOf(await look())).toEqual([]);
});

it('of a scope checks only that scope', async () => {
  await harmed(async (memory) => {
    await memory.scope('bob').store({ content: 'my password is hunter2Zx9!' });
  });
  await withMemory(async (memory) => {
    expect(kindsOf(await memory.scope('ada').doctor())).toEqual([]);
    expect(kindsOf(await memory.scope('bob').doctor())).toEqual(['secret']);
  });
});

it('takes no write of another process for damage', async () => {
  await harmed(async () => {});
  const load = () =>
    Host.load({ path, driver: 'better-sqlite3', busyTimeoutMs: 100, durability: 'normal' });
  const [checking, writing] = [await load(), await load()];
  const { records } = writing.run('list', [
    { scope: 'ada', filter: { now }, order: 'newest', limit: 1 },
  ]) as ListResponse;
  checking.run('scopes', []);
  const connection = checking.connection!;
  const read = connection.read.bind(connection);
  let writes = 0;
  connection.read = (work) => {
    writes += 1;
    const puts = records.map((record) => ({ record, contentKey: '', terms: [`word${writes}`] }));
    writing.run('commit', [{ scope: 'ada', expect: [], puts, removals: [], audit: [] }]);
    return read(work);
  };
  let page: StoreCheckPage = { faults: [] };
  do {
    page = checking.run('checkStore', [{ limit: 1, cursor: page.nextCursor }]) as StoreCheckPage;
    expect(page.faults).toEqual([]);
  } while (page.nextCursor !== undefined);
  expect(writes).toBeGreaterThan(10);
  for (const host of [checking, writing]) host.close();
});

it('reports a table of scopes that cannot be read', async () => {
  await harmed(async () => {});
  const page = await inFile(
    path,
    (database) =>
      database
        .prepareColumn<number>(`SELECT rootpage FROM sqlite_schema WHERE name = 'scopes'`)
        .get()!,
  );
  const bytes = readFileSync(path);
  bytes.fill(0xff, (page - 1) * 4096, page * 4096);
  writeFileSync(path, bytes);
  const { backend } = await openBoth();
  const { faults } = await backend.checkStore({ limit: 100 });
  expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(['structure']));
});

it('stops when aborted', async () => {
  await harmed(async () => {});
  const signal = AbortSignal.abort();
  await expect(look({ signal })).rejects.toMatchObject({ code: 'aborted' });
});
