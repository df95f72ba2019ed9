import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const tests = ['test', 'packages'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map(String)
    .filter((name) => /\.test\.ts$/.test(name) && !name.includes('node_modules')),
);

it('each test named in SECURITY.md exists', () => {
  const rows = readFileSync(join(root, 'SECURITY.md'), 'utf8').split('\n');
  const named = rows
    .filter((row) => row.startsWith('| ') && row.split('|').length === 6)
    .flatMap((row) => [...(row.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, name]) => name as string);
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter(
    (name) => !tests.some((file) => new RegExp(`(^|/)${name}(\\.long)?\\.test\\.ts$`).test(file)),
  );
  expect(missing).toEqual([]);
});
