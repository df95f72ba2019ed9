import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Commands and worker threads that tests start read each source compiled, as whichever came first has left it.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const long = ['packages/*/test/**/*.long.test.ts', 'test/**/*.long.test.ts'];
/**
 * A process has one library of SQLite, and one set of providers of OpenTelemetry; these files use others than the rest, or
 * measure its heap, from which what earlier files left may go meanwhile.
 */
const apart = [
  'packages/store/src/index/snapshots.test.ts',
  'packages/kv-backend/test/{backup,encrypted,encrypted-gaps,node-sqlite,plain-before-encrypted,rows-encrypted,rows-node-sqlite}.test.ts',
  'test/cli/encryption.test.ts',
  'test/hostile-files/node-sqlite.test.ts',
  'test/telemetry/*.test.ts',
];

export default defineConfig({
  test: {
    // One more than the cores of a small machine: many tests wait for a process or a server.
    maxWorkers: 3,
    // Generous: a shared machine is slow at times, and a test that hangs shows all the same.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Node loads the sources, as it does for the command; Vite took longer to change them than most tests to run.
    experimental: { viteModuleRunner: false },
    projects: [
      // Files share a process and its modules, since loading them in each took a third of the time.
      {
        extends: true,
        test: {
          name: 'quick',
          isolate: false,
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          exclude: [...long, ...apart],
        },
      },
      { extends: true, test: { name: 'apart', include: apart } },
      { extends: true, test: { name: 'long', include: long } },
    ],
  },
});
