import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url).pathname;

const blocks = [
  ...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```js\n([\s\S]*?)```/g),
].map(([, block]) => block ?? '');

it.each([
  ['the first lines', blocks[0], 'Prefers bullet points\n'],
  ['the lines on documents', blocks.find((block) => block.includes('stores.open')), '/plan.md 2\n'],
])('%s of the README run as they stand', (_name, block, output) => {
  // Below the root, so that the packages resolve as they do for a reader who tries it there.
  const folder = mkdtempSync(join(root, 'tmp-readme-'));
  try {
    const file = join(folder, 'first-lines.mjs');
    writeFileSync(file, block ?? '');
    const { stdout, stderr, status } = spawnSync(process.execPath, [file], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([stderr, status, stdout]).toEqual(['', 0, output]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('shows the agent’s programs as its own README does, where they are run', () => {
  const programs = (file: string) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)].map(
      (match) => match[1],
    );
  const shown = programs('README.md');
  for (const program of programs('packages/agent/README.md').slice(0, 3))
    expect(shown).toContain(program);
});
