export type * from './api.ts';
export { Episodes } from './episodes.ts';
export { readSessionState, type SessionState, sessionStatePut } from './session-state.ts';
export { Sessions } from './sessions.ts';
