// Stores three texts at a time and reports each three once acknowledged, until it is killed: in a file of that version of
// the schema.
import { createMemory } from '@mneme/core';
import { sqliteBackend, sqliteRows } from '../src/index.ts';
import { firstEmbedder } from './life.ts';
import { noteTables } from './note-tables.ts';

const [path, version] = process.argv.slice(2);
const options = { path, durability: 'normal' };
const notesOf = (round) => [1, 2, 3].map((note) => `note ${note} of round ${round}`);

async function memory() {
  const memory = await createMemory({ backend: sqliteBackend(options), embedder: firstEmbedder });
  return (round) =>
    memory.scope('ada').storeMany(
      notesOf(round).map((content) => ({ content })),
      { onConflict: 'keepBoth' },
    );
}

async function rows() {
  const rows = sqliteRows(options);
  await rows.open(noteTables);
  return (round) =>
    rows.write('ada', {
      put: { notes: notesOf(round).map((content) => ({ scope: 'ada', id: content, content })) },
    });
}

const store = await (version === '5' ? rows() : memory());
for (let round = 1; ; round += 1) {
  await store(round);
  process.stdout.write(`${round}\n`);
}
