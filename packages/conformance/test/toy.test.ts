import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyBackendSuite, memoryBackendSuite } from '../src/index.ts';
import { toyBackend } from './toy-backend.ts';

async function place() {
  const folder = await mkdtemp(join(tmpdir(), 'mneme-toy-'));
  const make = () => toyBackend(join(folder, 'toy.db'));
  return { make, destroy: () => rm(folder, { recursive: true }) };
}

describe('a backend that a reader of docs/write-a-backend.md wrote', () => {
  it('has at most 700 lines', () => {
    const source = readFileSync(new URL('./toy-backend.ts', import.meta.url), 'utf8');
    expect(source.split('\n').length).toBeLessThanOrEqual(700);
  });

  memoryBackendSuite({
    describe,
    it,
    lacks: {
      bytes: 'removed values stay in the file until their pages are written again',
      touch: 'accesses are not counted',
    },
    create: async () => {
      const { make, destroy } = await place();
      return { backend: make(), reopen: make, destroy };
    },
  });

  keyBackendSuite({
    describe,
    it,
    create: async () => {
      const { make, destroy } = await place();
      const opened = [make()];
      return {
        keys: (opened[0] as ReturnType<typeof make>).keys,
        async reopen() {
          const other = make();
          opened.push(other);
          return other.keys;
        },
        async destroy() {
          for (const each of opened) await each.close();
          await destroy();
        },
      };
    },
  });
});
