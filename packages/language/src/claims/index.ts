export { contentKey } from './content-key.ts';
export { type ConflictDecision, decideConflict, type Said } from './decide-conflict.ts';
export { differingWords } from './differing-words.ts';
export { isStatement } from './is-statement.ts';
export { mergeTexts } from './merge-texts.ts';
export { matterOf } from './read-claim.ts';
