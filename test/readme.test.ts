import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url).pathname;

it('the first lines of the README run as they stand', () => {
  const block = /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1];
  // Below the root, so that the packages resolve as they do for a reader who tries it there.
  const folder = mkdtempSync(join(root, 'tmp-readme-'));
  try {
    const file = join(folder, 'first-lines.mjs');
    writeFileSync(file, block ?? '');
    const { stdout, stderr, status } = spawnSync(process.execPath, [file], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([stderr, status, stdout]).toEqual(['', 0, 'Prefers bullet points\n']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
