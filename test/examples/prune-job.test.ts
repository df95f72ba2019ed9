import { withFileLock } from '@mneme/files';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMemory } from '../../packages/runtime/src/index.ts';
import { ExampleRun, lineOf, stop } from './example.ts';

const example = new ExampleRun();
const lock = `${example.db}.prune-lock`;
afterAll(() => example.remove());

beforeAll(async () => {
  const { memory, close } = await openMemory({ db: example.db });
  const ada = memory.scope('ada');
  for (let i = 0; i < 6; i++) {
    await ada.store({
      content: `Note ${'abcdef'[i]}`,
      importance: i < 3 ? 1 : 5,
      onConflict: 'keepBoth',
    });
  }
  await close();
});

it('prunes once, after a dry run that changes nothing', async () => {
  const env = { MAX_RECORDS: '4' };
  expect(await example.run('prune-job/prune.mjs', { argv: ['--dry-run'], env })).toBe(
    'pruned 2 (expired: 0), dry run\n',
  );
  expect(await example.run('prune-job/prune.mjs', { env })).toBe('pruned 2 (expired: 0)\n');
  expect(await example.run('prune-job/prune.mjs', { env })).toBe('pruned 0 (expired: 0)\n');
});

it('does nothing while another process has the lock', async () => {
  const ran = await withFileLock(lock, () => example.run('prune-job/prune.mjs'));
  expect(ran).toBe('another process is pruning\n');
  expect(await example.run('prune-job/prune.mjs')).toMatch(/^pruned 0/);
});

it('prunes repeatedly inside an application until stopped', async () => {
  const child = example.start('prune-job/interval.mjs', { env: { EVERY_MS: '20' } });
  await lineOf(child, /pruned 0\n[\s\S]*pruned 0\n/);
  expect(await stop(child)).toBe(0);
});
