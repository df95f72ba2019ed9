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
export type { FilterOptions, TimeRange, Where } from './input/filter.ts';
export type { ConflictPolicy, StoreInput } from './input/store-input.ts';
export type { UpdateInput } from './input/update-input.ts';
export { createMemory } from './memory/create-memory.ts';
export { Memory } from './memory/memory.ts';
export type * from './memory/memory-options.ts';
export { MemoryScope } from './memory/memory-scope.ts';
export type * from './memory/results.ts';
export type { Explanation } from './ranking/index.ts';
export type * from './records/api.ts';
export type { SecretPolicy } from './secrets/index.ts';
export { analyse, indexTerms } from './text/index.ts';
