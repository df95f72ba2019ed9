export { orAborted, throwIfAborted } from '../interfaces/index.ts';
export * from './access-log.ts';
export type * from './context.ts';
export * from './embed.ts';
export { Embedding, type TextVectors, type VectorOwners } from './embedding.ts';
export * from './page-within.ts';
export * from './stores-of.ts';
export * from './until-committed.ts';
