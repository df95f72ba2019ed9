import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyBackendSuite } from '@mneme/conformance';
import { describe, it } from 'vitest';
import { sqliteBackend } from '../src/index.ts';

keyBackendSuite({
  describe,
  it,
  create: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-keys-'));
    const opened: { close(): Promise<void> }[] = [];
    const open = async () => {
      const backend = sqliteBackend({ path: join(folder, 'memory.db'), durability: 'normal' });
      opened.push(backend);
      await backend.open({});
      return backend.keys;
    };
    return {
      keys: await open(),
      reopen: open,
      async destroy() {
        for (const backend of opened) await backend.close();
        await rm(folder, { recursive: true });
      },
    };
  },
});
