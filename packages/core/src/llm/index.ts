export type * from './llm.ts';
export * from './roles-of.ts';
