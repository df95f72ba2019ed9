import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drills } from '../drills/index.mjs';

// Runs a few rounds of each drill; `npx -y pnpm@12 drill` runs all.
for (const drill of drills)
  it(`${drill.name}: ${drill.promise}`, async ({ skip }) => {
    const folder = await mkdtemp(join(tmpdir(), `mneme-drill-${drill.name}-`));
    try {
      const { figures, broken, skipped } = await drill.run({
        rounds: drill.few,
        seed: 1,
        folder,
        progress: () => {},
      });
      if (skipped !== undefined) skip(skipped);
      expect(broken).toEqual([]);
      for (const what of drill.seen) expect(figures[what], what).toBeGreaterThan(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
