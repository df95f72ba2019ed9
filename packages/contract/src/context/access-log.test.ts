import { expect, it } from 'vitest';
import type { Logger, MemoryBackend } from '../interfaces/index.ts';
import { AccessLog } from './access-log.ts';

it('counts every read of a record, with one write per scope', async () => {
  const touched: [scope: string, ids: readonly string[], at: string][] = [];
  const backend = {
    touch: async (...given: [string, readonly string[], string]) => {
      touched.push(given);
    },
  } as Partial<MemoryBackend> as MemoryBackend;
  const log = new AccessLog(backend, { logger: console as Partial<Logger> as Logger });
  log.add('ada', ['a', 'b'], '2026-01-01');
  log.add('bob', ['a'], '2026-01-02');
  log.add('ada', ['c'], '2026-01-03');
  log.add('ada', ['b', 'd', 'd'], '2026-01-04');
  await log.flush();
  expect(touched).toEqual([
    ['ada', ['a', 'b', 'c', 'b', 'd'], '2026-01-04'],
    ['bob', ['a'], '2026-01-02'],
  ]);
});
