/** Loaded when a memory first needs it. */
export { append } from './append.ts';
export { askedFor, checkFacts, citedBy, extractionTurn, withNextVersion } from './check-facts.ts';
export { defaultContextTurns, earlierTurns } from './earlier-turns.ts';
export { eraseSession } from './erase-session.ts';
export { keepSummaries } from './keep-summaries.ts';
export { removeNotes, sessionsOf } from './remove-notes.ts';
