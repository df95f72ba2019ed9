import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../', import.meta.url));
const assets = join(folder, 'assets');
const sizeOf = (name: string) => readFileSync(join(assets, name)).length;

it('the script has at most 20 kB, and the style sheet 14', () => {
  expect(readdirSync(assets).sort()).toEqual(['icon.svg', 'inspector.css', 'inspector.js']);
  expect(sizeOf('inspector.js')).toBeLessThanOrEqual(20_000);
  expect(sizeOf('inspector.css')).toBeLessThanOrEqual(14_000);
});

it('no page loads anything from another site', () => {
  for (const name of readdirSync(assets)) {
    const text = readFileSync(join(assets, name), 'utf8').replace('http://www.w3.org/2000/svg', '');
    expect(text, name).not.toMatch(
      /https?:|\/\/\w+\.|@import|url\(|@font-face|\beval\b|innerHTML|insertAdjacentHTML/,
    );
  }
});

it('every attribute value is quoted, and nothing is put into a page without escaping', () => {
  const sources = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' });
  for (const name of sources.filter((each) => each.endsWith('.ts'))) {
    const text = readFileSync(join(folder, 'src', name), 'utf8');
    expect(text, name).not.toMatch(/<[a-z][^<>`]*\s[\w-]+=\$\{/);
    expect(text, name).not.toMatch(/\braw\(/);
  }
});
