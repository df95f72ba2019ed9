import type { MemoryBackend, SearchRequest } from '@mneme/contract';

/** A search that may be less than usual, and notes that: see `SearchResponse`. */
export function notingDegraded(backend: Pick<MemoryBackend, 'search'>) {
  const noting = {
    degraded: undefined as string | undefined,
    async search(request: SearchRequest) {
      const found = await backend.search({ ...request, mayBePartial: true });
      noting.degraded ??= found.degraded;
      return found;
    },
  };
  return noting;
}
