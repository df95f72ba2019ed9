export { orAborted, throwIfAborted } from './abort.ts';
export { AccessLog } from './access-log.ts';
export type { EngineContext, KnownEmbedder } from './context.ts';
export { type Embedded, embedAll, embedWith } from './embed.ts';
export { followEmbedder } from './follow-embedder.ts';
export { Turns } from './turns.ts';
