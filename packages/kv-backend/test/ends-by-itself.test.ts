import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const program = (body: string) => `
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
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
])('a process exits by itself if its memory %s', (_, body) => {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program(body)],
    { cwd: import.meta.dirname, encoding: 'utf8', timeout: 60_000 },
  );
  expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' });
  expect(stdout).toContain('done');
});
