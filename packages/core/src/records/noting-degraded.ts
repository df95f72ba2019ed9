import type { MemoryBackend } from '@mneme/contract';

/** A search that notes whether it was less than usual: see `SearchResponse`. */
export function notingDegraded(backend: Pick<MemoryBackend, 'search'>) {
  const noting = {
    degraded: undefined as string | undefined,
    async search(...given: Parameters<MemoryBackend['search']>) {
      const found = await backend.search(...given);
      noting.degraded ??= found.degraded;
      return found;
    },
  };
  return noting;
}
