import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { open, path, useStore } from './store.ts';

useStore();

it('gives the room of removed memories back to the system, if the asked part of the file is free', async () => {
  const memory = await open();
  const ada = memory.scope('ada');
  const items = Array.from({ length: 300 }, (_, i) => ({
    content: `Note ${i} of ${'a long text '.repeat(60)}`,
    importance: 1 as const,
    onConflict: 'keepBoth' as const,
  }));
  await ada.storeMany(items);
  const [full] = await memory.compact({ freeShare: 0.5 });
  expect(full).toMatchObject({ outcome: 'not_needed' });
  await memory.prune({ maxRecords: 10 });
  const before = statSync(path).size;
  const [done] = await memory.compact({ freeShare: 0.5 });
  expect(done).toMatchObject({ outcome: 'compacted', bytesBefore: before });
  expect(done!.freeShare).toBeGreaterThan(0.5);
  expect(statSync(path).size).toBe(done!.bytesAfter);
  expect(done!.bytesAfter).toBeLessThan(before / 2);
  expect(await ada.stats()).toMatchObject({ current: 10 });
  expect(await memory.doctor({ near: false })).toMatchObject({ healthy: true });
});
