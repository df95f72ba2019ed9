/**
 * The whole interface between the domain and what stores for it, as `@mneme/store` implements it: each method of
 * `MemoryBackend` with its types, and the pure functions for it. Its names may change.
 */
export * from '@mneme/contract';
