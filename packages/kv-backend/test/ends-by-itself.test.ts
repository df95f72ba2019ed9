import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { path, useStore } from './store.ts';

useStore();

const program = (body: string) => `
import { createMemory } from '@mneme/core';
import { sqliteBackend, sqliteRows } from '@mneme/sqlite';
const backend = sqliteBackend({ path: ':memory:' });
${body}
console.log('done');
`;

it.each([
  ['was told to prepare and never opened', 'backend.prepare();'],
  [
    'could not be given its embedder',
    `const embedder = { identity: async () => { throw new Error('no model'); }, embed: async () => [] };
     await createMemory({ backend, embedder }).catch((error) => console.log(error.message));`,
  ],
  ['was opened and not closed', 'await createMemory({ backend });'],
  [
    'is a store of rows in a file with running threads, and was not closed',
    `const rows = sqliteRows({ path: process.argv[1] });
     const text = { type: 'text', kept: 'plain' };
     await rows.open({ notes: { columns: { id: text }, key: ['id'], indexes: {} } });
     const notes = Array.from({ length: 2000 }, (_, at) => ({ id: String(at) }));
     await rows.write(undefined, { put: { notes } });
     const [found] = await rows.read(undefined, [{ table: 'notes', is: [] }]);
     if (found.length !== 2000) throw new Error('rows are missing');`,
  ],
])('a process exits by itself if its memory %s', (_, body) => {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program(body), path],
    { cwd: import.meta.dirname, encoding: 'utf8', timeout: 60_000 },
  );
  expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' });
  expect(stdout).toContain('done');
});
