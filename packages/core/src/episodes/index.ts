export type * from './api.ts';
export * from './check-facts.ts';
export * from './episodes.ts';
export * from './keep-summaries.ts';
export * from './session-state.ts';
export * from './sessions.ts';
