/** Loaded at the first call of it: it needs tables of words that a question does not need. */
export { decisions } from './decisions.ts';
export { deleteRecord } from './delete.ts';
export { factId } from './fact-ids.ts';
export { forget } from './forget.ts';
export { removeWithFacts } from './forget-evidence.ts';
export { gateEach } from './gate-each.ts';
export { BatchPlan } from './plan.ts';
export type { PlanRequest } from './prepared-item.ts';
export { type KeepOfTurns, prune } from './prune.ts';
export { recordKey, recordMatter, rewritten } from './record-keys.ts';
export { type Consequences, consequencesOf, namedByFacts, removalRequest } from './removal.ts';
export { restore } from './restore.ts';
export { settle } from './settle.ts';
export { commitPlan, storeMany, storeTogether, wasForgotten, writeInBatches } from './store.ts';
export { buried, removedTurns, tombstonesOf } from './tombstones.ts';
export {
  endsBefore,
  joinEnds,
  joinSayings,
  latest,
  nextVersion,
  supersede,
  versionsBefore,
} from './transitions.ts';
