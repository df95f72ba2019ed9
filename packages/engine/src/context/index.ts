export { orAborted, throwIfAborted } from './abort.ts';
export { AccessLog } from './access-log.ts';
export type { EngineContext } from './context.ts';
export { embedWith, type KnownEmbedder } from './embed.ts';
export { Embedding, type TextVectors, type VectorOwners } from './embedding.ts';
export { maxAttempts, outrun } from './outrun.ts';
export { pageWithin } from './page-within.ts';
export { readMemories } from './read-memories.ts';
export { Turns } from './turns.ts';
