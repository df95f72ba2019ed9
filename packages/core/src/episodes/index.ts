export type * from './api.ts';
export { checkFacts, citedBy, extractionTurn, held } from './check-facts.ts';
export { Episodes } from './episodes.ts';
export { keepSummaries } from './keep-summaries.ts';
export {
  type KeptSessionState,
  readSessionState,
  readSessionStates,
  readTo,
  type SessionState,
  sessionStatePut,
} from './session-state.ts';
export { Sessions } from './sessions.ts';
