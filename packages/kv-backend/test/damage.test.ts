import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inFile } from './in-file.ts';
import { open, path, useStore } from './store.ts';

useStore();

/** A record and a document, in a file that is then changed without Mneme. */
async function damagedBy(damage: () => unknown) {
  const before = await open();
  const ada = before.scope('ada');
  const { id } = await ada.store({
    content: 'The harbour is deep',
    tags: ['harbour'],
    source: { speaker: 'Ada' },
    metadata: { project: 'heron' },
    expiresAt: '2999-01-01',
  });
  const store = await ada.stores.create({ name: 'notes' });
  const document = await store.create({ path: '/plan', content: 'The plan is simple' });
  await before.close();
  await damage();
  const memory = await open();
  return { memory, ada: memory.scope('ada'), id, document };
}

const said = {
  content: 'The harbour is shallow',
  category: 'decision_log',
  tags: ['haven'],
  source: { speaker: 'Bob' },
  metadata: { project: 'osprey' },
  importance: 1,
  occurredAt: '2020-01-01T00:00:00.000Z',
  expiresAt: '2998-01-01T00:00:00.000Z',
  version: 9,
};

it.each(Object.entries(said))(
  'a record whose %s was changed in the file is never returned',
  async (field, value) => {
    const { ada, id } = await damagedBy(() =>
      inFile(path, (database) =>
        database
          .prepare(`UPDATE records SET body = json_set(body, '$.${field}', json(?))`)
          .run(JSON.stringify(value)),
      ),
    );
    const failure = { code: 'damaged', message: expect.stringContaining(id) };
    await expect(ada.get(id)).rejects.toMatchObject(failure);
    await expect(ada.list()).rejects.toMatchObject(failure);
    await expect(ada.retrieve('harbour')).rejects.toMatchObject(failure);
    await expect(ada.history(id)).rejects.toMatchObject(failure);
    await ada.delete(id);
    expect((await ada.list()).memories).toEqual([]);
  },
);

it.each([
  ['importance', '1'],
  ['occurred_at', '0'],
  ['created_at', '0'],
  ['expires_at', 'NULL'],
  ['version', '9'],
])('a record with a wrong %s in its column is not listed', async (column, value) => {
  const { ada, id } = await damagedBy(() =>
    inFile(path, (database) => database.exec(`UPDATE records SET ${column} = ${value}`)),
  );
  const failure = { code: 'damaged', message: expect.stringContaining(id) };
  await expect(ada.list()).rejects.toMatchObject(failure);
  expect((await ada.get(id))?.content).toBe('The harbour is deep');
  expect((await ada.retrieve('harbour')).memories.map((found) => found.id)).toEqual([id]);
});

it('a record with broken JSON can be deleted and erased', async () => {
  const { memory, ada, id } = await damagedBy(() =>
    inFile(path, (database) => database.exec(`UPDATE records SET body = '{"id":"har'`)),
  );
  await expect(ada.get(id)).rejects.toMatchObject({ code: 'damaged' });
  await ada.delete(id);
  await ada.erase();
  await memory.close();
  expect(
    await inFile(path, (database) => database.prepare('SELECT * FROM record_facets').all()),
  ).toEqual([]);
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
  const failure = { code: 'damaged', message: expect.stringContaining(document.id) };
  await expect(store.read('/plan')).rejects.toMatchObject(failure);
  await expect(store.search('plan')).rejects.toMatchObject(failure);
  await expect(store.list({ withContent: true })).rejects.toMatchObject(failure);
  await expect(store.version(document.versionId)).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringContaining(document.versionId),
  });
  await expect(store.versions({ withContent: true })).rejects.toMatchObject({ code: 'damaged' });
  await store.delete('/plan');
});

it('setting the clock back does not turn the newer fact into history', async () => {
  let now = Date.parse('2026-03-01T12:00:00Z');
  const memory = await open({ clock: () => new Date(now) });
  const ada = memory.scope('ada');
  const first = await ada.store({ content: 'I live in Berlin' });
  now -= 3_600_000;
  const second = await ada.store({ content: 'I live in Porto' });
  expect(second).toMatchObject({ outcome: 'superseded', superseded: [first.id] });
  now -= 3_600_000;
  const third = await ada.store({ content: 'I live in Oslo' });
  expect(third).toMatchObject({ outcome: 'superseded', superseded: [second.id] });
  await ada.update(third.id, { content: 'I live in Lagos' });
  const history = await ada.history(third.id);
  expect(history.map(({ content }) => content.slice(10))).toEqual([
    'Berlin',
    'Porto',
    'Oslo',
    'Lagos',
  ]);
  for (const { occurredAt, validTo } of history.slice(0, -1))
    expect(validTo! >= occurredAt).toBe(true);
  expect((await ada.list()).memories.map(({ content }) => content)).toEqual(['I live in Lagos']);

  const earlier = await ada.store({ content: 'I live in Rome', occurredAt: '2020-01-01' });
  expect(earlier.outcome).toBe('created');
  expect((await ada.get(earlier.id))?.supersededBy).toBe(third.id);
});
