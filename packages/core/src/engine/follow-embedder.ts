import { MnemeError } from '../contract/index.ts';
import type { EngineContext } from './context.ts';

/**
 * Runs work that embeds and then asks the store. Where the store has changed its embedder in between, and this memory
 * has changed with it, the work runs again; a memory that was opened with the old embedder alone gets the error.
 */
export async function followEmbedder<T>(
  context: EngineContext,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const { identity } = context;
    try {
      return await work();
    } catch (error) {
      if (!MnemeError.isInstance(error) || error.code !== 'embedder_mismatch') throw error;
      if (context.identity === identity) await context.next?.settled;
      if (context.identity === identity) throw error;
    }
  }
}
