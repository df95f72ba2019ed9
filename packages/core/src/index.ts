export { contentKey } from './conflict/index.ts';
export * from './contract/index.ts';
export * from './documents/index.ts';
export {
  type DecaySettings,
  daysBetween,
  defaultDecay,
  effectiveImportance,
  halfLifeOf,
} from './forgetting/index.ts';
export { type ApiKey, type CreateKeyInput, Keys } from './keys/keys.ts';
export * from './memory/api.ts';
export { createMemory } from './memory/create-memory.ts';
export { Memory } from './memory/memory.ts';
export { MemoryScope } from './memory/memory-scope.ts';
export { analyse, indexTerms } from './text/index.ts';
