export type * from './api.ts';
export { addContested } from './contested.ts';
export { decisions } from './decisions.ts';
export { deleteRecord } from './delete.ts';
export { addTakenIds, factId } from './fact-ids.ts';
export { isSaid, prepareQuery, withoutRepeats } from './find-candidates.ts';
export { findIds } from './find-ids.ts';
export { type ForgottenFacts, removeWithFacts } from './forget-evidence.ts';
export { gateEach } from './gate-each.ts';
export { newRecord } from './new-record.ts';
export { oldestFirst } from './oldest-first.ts';
export {
  getFields,
  listFields,
  pruneRecordsFields,
  settleFields,
  storeFields,
  storeManyFields,
  writeFields,
} from './option-fields.ts';
export type { PlanRequest, PreparedItem } from './prepared-item.ts';
export { type KeepOfTurns, prune } from './prune.ts';
export { recordKey, recordMatter, rewritten } from './record-keys.ts';
export { commitRemoval, consequencesOf, namedByFacts } from './removal.ts';
export { restore } from './restore.ts';
export { rankPrepared, retrieve, toMemory } from './retrieve.ts';
export { settle } from './settle.ts';
export { checkItem, type PreparedBatch, prepare, storeMany, storeTogether } from './store.ts';
export { joinEnds, joinSayings, latest, supersede } from './transitions.ts';
export { update } from './update.ts';
export { whyNot } from './why-not.ts';
