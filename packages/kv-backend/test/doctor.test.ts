import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { inFile } from './in-file.ts';
import { open, openBoth, path, useStore } from './store.ts';

useStore({ inspect: true, embedder: letterEmbedder });

/** Three facts in a closed file. Returns the id of one. */
async function fill(): Promise<string> {
  const memory = await open();
  const facts = ['The harbour is deep', 'Ada keeps a red boat', 'The deadline is in May'];
  const [first] = await memory.scope('ada').storeMany(facts.map((content) => ({ content })));
  await memory.close();
  return first!.id;
}

async function look(fix = false) {
  const memory = await open();
  const report = await memory.doctor({ fix });
  await memory.close();
  return report;
}

it('an index of SQLite with a flipped byte is found and built anew, and a row with one stays damaged', async () => {
  const id = await fill();
  const whole = readFileSync(path);
  const isInRow = () =>
    inFile(path, (database) => {
      const ofId = database.prepare('SELECT 1 FROM records NOT INDEXED WHERE +id = ?');
      return ofId.get(id) === undefined;
    });
  const after = new Set<string>();
  for (let at = whole.indexOf(id); at >= 0; at = whole.indexOf(id, at + 1)) {
    const bytes = Buffer.from(whole);
    bytes[at + 2]! ^= 1;
    writeFileSync(path, bytes);
    const kinds = (await look()).findings.map(({ kind }) => kind);
    expect(kinds.length).toBeGreaterThan(0);
    if (kinds.some((kind) => kind !== 'index')) continue; // The byte was in the audit.
    const inRow = await isInRow();
    const { healthy, findings, records } = await look(true);
    const left = findings.map(({ kind }) => kind);
    expect({ healthy, records, left }).toEqual({
      ...{ healthy: !inRow, records: 3 },
      left: inRow ? ['damaged'] : [],
    });
    after.add(inRow ? 'row' : 'index');
  }
  expect([...after].sort()).toEqual(['index', 'row']);
});

it.each([
  ['body', `x'00ff'`],
  ['importance', `'many'`],
  ['created_at', '1.5'],
  ['terms', 'CAST(zeroblob(80 * 1024 * 1024) AS TEXT)'],
])(
  'a value of %s that its column cannot have is found with its memory, and the others are read',
  async (column, value) => {
    const id = await fill();
    await inFile(path, (database) =>
      database.exec(`UPDATE records SET ${column} = ${value} WHERE id = '${id}'`),
    );
    const { findings } = await look();
    expect(findings.find(({ kind }) => kind === 'damaged')).toMatchObject({
      ...{ count: 1, examples: [{ scope: 'ada', id }] },
    });
    const memory = await open();
    await memory.scope('ada').delete(id);
    expect((await memory.scope('ada').list()).memories).toHaveLength(2);
    expect((await memory.doctor()).findings).toEqual([]);
  },
);

it('a table of scopes that cannot be read is reported', async () => {
  await fill();
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
