import { withFileLock } from '@mneme/files';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMemory } from '../../packages/runtime/src/index.ts';
import { ExampleRun, lineOf, stop } from './example.ts';

const example = new ExampleRun();
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

it('prunes unless another process does or only a report is asked for, and in an application until stopped', async () => {
  const env = { MAX_RECORDS: '4' };
  const run = (...argv: string[]) => example.run('prune-job/prune.mjs', { argv, env });
  const locked = await withFileLock(`${example.db}.prune-lock`, () => run());
  expect(locked).toBe('another process is pruning\n');
  expect(await run('--dry-run')).toBe('pruned 2 (expired: 0), dry run\n');
  expect(await run()).toBe('pruned 2 (expired: 0)\n');
  const child = example.start('prune-job/interval.mjs', { env: { ...env, EVERY_MS: '20' } });
  await lineOf(child, /pruned 0\n[\s\S]*pruned 0\n/);
  expect(await stop(child)).toBe(0);
});
