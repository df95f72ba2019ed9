import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { inFile } from './in-file.ts';
import { open, path, useStore } from './store.ts';

useStore();

/** More than the largest value that Mneme writes. */
const hugeMebibytes = 80;
const huge = `CAST(zeroblob(${hugeMebibytes} * 1024 * 1024) AS TEXT)`;

async function fill(): Promise<void> {
  const memory = await open();
  const ada = memory.scope('ada');
  await ada.store({ content: 'Ada likes tea' });
  const notes = await ada.stores.create({ name: 'notes' });
  await notes.create({ path: '/plan.md', content: 'Ship on Friday' });
  await memory.close();
}

/** In a process of its own, because the most memory that one took is known only for all of it. */
const readIn = (driver: string) => {
  const script = fileURLToPath(new URL('./read-huge.mjs', import.meta.url));
  return JSON.parse(
    execFileSync(process.execPath, [script, driver, path], { encoding: 'utf8', stdio: 'pipe' }),
  ) as { answers: Record<string, unknown>; mebibytes: number };
};

it('values that are far too large are refused in little memory, with each library', async () => {
  await fill();
  const small = readIn('better-sqlite3');
  expect(small.answers).toMatchObject({ list: 1, document: 'Ship on Friday', backup: [] });
  await inFile(path, (database) =>
    database.exec(`UPDATE records SET body = ${huge}, terms = ${huge};
      UPDATE versions SET content = zeroblob(octet_length(${huge}))`),
  );
  for (const driver of ['better-sqlite3', 'node:sqlite']) {
    const { answers, mebibytes } = readIn(driver);
    expect(answers).toEqual({
      list: 'damaged',
      retrieve: 'damaged',
      document: 'damaged',
      doctor: ['damaged', 'structure'],
      backup: 'damaged',
    });
    expect(mebibytes - small.mebibytes).toBeLessThan(hugeMebibytes);
  }
});

it('a file with such a value anywhere is not copied', async () => {
  await fill();
  await inFile(path, (database) => database.exec(`UPDATE audit SET entry = ${huge}`));
  expect(readIn('better-sqlite3').answers.backup).toBe('damaged');
  expect(existsSync(`${path}.backup`)).toBe(false);
});
