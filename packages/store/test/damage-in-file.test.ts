import { readFileSync, writeFileSync } from 'node:fs';
import { sqliteBackend } from '@mneme/sqlite';
import { expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { closeAll, inFile, openFile, path, useFile } from './rows-file.ts';
import { recordId, stored } from './suites/records/builders.ts';

useFile();

/** A record and a document, in a file that is then changed without Mneme. */
async function damagedBy(damage: () => unknown) {
  const before = await openFile();
  const first = before.memory.scope('ada');
  const { id } = await first.store({
    content: 'The harbour is deep',
    tags: ['harbour'],
    source: { speaker: 'Ada' },
    metadata: { project: 'heron' },
    expiresAt: '2999-01-01',
  });
  const store = await first.stores.create({ name: 'notes' });
  const document = await store.create({ path: '/plan', content: 'The plan is simple' });
  await closeAll();
  damage();
  const { memory } = await openFile();
  return { memory, ada: memory.scope('ada'), id, document };
}

const inBody = {
  content: 'The harbour is shallow',
  category: 'decision_log',
  tags: ['haven'],
  source: { speaker: 'Bob' },
  metadata: { project: 'osprey' },
};
const changes: [what: string, sql: string, values: string[]][] = [
  ...Object.entries(inBody).map(([field, value]): (typeof changes)[number] => [
    field,
    `UPDATE records SET body = json_set(body, '$.${field}', json(?))`,
    [JSON.stringify(value)],
  ]),
  ...[
    ['importance', '1'],
    ['occurred_at', '0'],
    ['created_at', '0'],
    ['updated_at', '0'],
    ['expires_at', 'NULL'],
    ['expires_at', '0'],
    ['version', '9'],
    ['family', 'NULL'],
    ['superseded_by', "'another'"],
    ['session', "'another'"],
  ].map(([column, value]): (typeof changes)[number] => [
    `${column} (now ${value})`,
    `UPDATE records SET ${column} = ${value}`,
    [],
  ]),
];
it.each(changes)(
  'a record whose %s was changed in the file is never returned, and can be deleted',
  async (_, sql, values) => {
    const { memory, ada, id } = await damagedBy(() =>
      inFile((database) => database.prepare(sql).run(...values)),
    );
    const failure = { code: 'damaged', message: expect.stringContaining(id) };
    await expect(ada.get(id)).rejects.toMatchObject(failure);
    await expect(ada.list()).rejects.toMatchObject(failure);
    await expect(ada.retrieve('harbour')).rejects.toMatchObject(failure);
    await expect(ada.history(id)).rejects.toMatchObject(failure);
    await ada.delete(id);
    expect((await ada.list()).memories).toEqual([]);
    expect((await ada.retrieve('harbour')).memories).toEqual([]);
    expect((await memory.doctor({ fix: true })).findings).toEqual([]);
  },
);

it('a record with broken JSON can be deleted and erased', async () => {
  const { ada, id } = await damagedBy(() =>
    inFile((database) => database.exec(`UPDATE records SET body = '{"id":"har'`)),
  );
  await expect(ada.get(id)).rejects.toMatchObject({ code: 'damaged' });
  await ada.delete(id);
  await ada.erase();
  await closeAll();
  expect(inFile((database) => database.prepare('SELECT * FROM facets').all())).toEqual([]);
});

it('a flipped byte on disk is reported and never returned', async () => {
  const { ada, document } = await damagedBy(() => {
    const bytes = readFileSync(path);
    for (const text of ['The harbour is deep', 'The plan is simple']) {
      const at = bytes.indexOf(text);
      expect(at).toBeGreaterThan(0);
      bytes[at + 5]! ^= 1;
    }
    writeFileSync(path, bytes);
  });
  await expect(ada.list()).rejects.toMatchObject({ code: 'damaged' });
  const store = await ada.stores.open('notes');
  const failure = { code: 'damaged', message: expect.stringContaining(document.versionId) };
  await expect(store.read('/plan')).rejects.toMatchObject({ code: 'damaged' });
  await expect(store.search('plan')).rejects.toMatchObject({ code: 'damaged' });
  await expect(store.list({ withContent: true })).rejects.toMatchObject({ code: 'damaged' });
  await expect(store.version(document.versionId)).rejects.toMatchObject(failure);
  await expect(store.versions({ withContent: true })).rejects.toMatchObject({ code: 'damaged' });
  await store.delete('/plan');
});

it('a damaged memory without a vector does not keep others from getting theirs', async () => {
  const plain = sqliteBackend({ path });
  await plain.open({});
  const puts = ['The harbour is deep', 'Ada keeps a red boat'].map((content, at) =>
    stored({ id: recordId(at), scope: 'ada', content, vector: undefined }),
  );
  await plain.commit({ scope: 'ada', expect: [], puts, removals: [], audit: [] });
  await plain.close();
  inFile((database) =>
    database.exec(`UPDATE records SET body = replace(body, 'deep', 'calm') WHERE number = 1`),
  );
  const backend = sqliteBackend({ path });
  const next = await letterEmbedder.identity();
  await backend.open({ embedder: next });
  const { texts } = await backend.migration.pending({ next, limit: 1 });
  expect(texts).toMatchObject([{ record: { content: 'Ada keeps a red boat' } }]);
  await backend.close();
});
