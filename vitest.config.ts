import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    // Generous: a shared machine is slow at times, and a test that hangs shows all the same.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
