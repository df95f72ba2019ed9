import { type StoreBackend, type StoreOptions, storeBackend } from '../store-backend.ts';
import { MemoryRows, type MemoryRowsOptions } from './memory-rows.ts';

/** Options of {@link inMemoryBackend}. */
export interface InMemoryOptions extends MemoryRowsOptions, StoreOptions {}

/**
 * A backend in plain memory, for tests of your program: all that other stores do, and nothing is left when the process
 * ends. It reads whole tables, so keep it to some thousand memories.
 *
 * @example
 * const memory = await createMemory({ backend: inMemoryBackend(), embedder: staticEmbedder() });
 */
export function inMemoryBackend({ kept, ...options }: InMemoryOptions = {}): StoreBackend {
  return storeBackend(new MemoryRows({ kept }), options);
}
