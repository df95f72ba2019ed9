import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Commands and worker threads that tests start read each source compiled, as whichever came first has left it.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const long = ['packages/*/test/**/*.long.test.ts', 'test/**/*.long.test.ts'];

export default defineConfig({
  test: {
    // One more than the cores of a small machine: many tests wait for a process or a server.
    maxWorkers: 3,
    // Generous: a shared machine is slow at times, and a test that hangs shows all the same.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      // Pure code: its files share a process and its modules, of which most of their time went into loading.
      {
        extends: true,
        test: { name: 'units', isolate: false, include: ['packages/*/src/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: long,
        },
      },
      { extends: true, test: { name: 'long', include: long } },
    ],
  },
});
