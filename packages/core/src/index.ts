export * from './api.js';
export * from './backend.js';
export * from './documents/index.js';
export * from './embedder.js';
export { createMemory } from './engine/create-memory.js';
export { Memory } from './engine/memory.js';
export { MemoryScope } from './engine/memory-scope.js';
export * from './errors/mneme-error.js';
export type { KeyAccess, KeyBackend, StoredKey } from './keys/key-backend.js';
export { type ApiKey, type CreateKeyInput, Keys } from './keys/keys.js';
export { decodeListCursor, encodeListCursor, type ListCursor } from './list-cursor.js';
export * from './record.js';
export * from './reranker.js';
export { type Bm25Options, bm25, inverseDocumentFrequency } from './rules/bm25.js';
export { contentKey } from './rules/content-key.js';
export {
  type DecaySettings,
  daysBetween,
  defaultDecay,
  effectiveImportance,
  halfLifeOf,
} from './rules/decay.js';
export {
  assertDimensions,
  embedderKey,
  embedderMismatch,
  otherSpace,
  sameEmbedder,
  vectorWithoutEmbedder,
} from './rules/embedder-identity.js';
export { indexTerms } from './rules/index-text.js';
export { analyse } from './text/analyse.js';
export { termCounter } from './text/term-counter.js';
export * from './vector-spaces.js';
