export type * from './api.ts';
export * from './episodes.ts';
export * from './session-state.ts';
