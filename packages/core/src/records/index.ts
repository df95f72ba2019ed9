export type * from './api.ts';
export * from './contested.ts';
export * from './decisions.ts';
export * from './delete.ts';
export { addTakenIds, factId } from './fact-ids.ts';
export { isSaid, prepareQuery, withoutRepeats } from './find-candidates.ts';
export * from './find-ids.ts';
export { type ForgottenFacts, removeWithFacts } from './forget-evidence.ts';
export * from './gate-each.ts';
export * from './new-record.ts';
export * from './oldest-first.ts';
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
export * from './restore.ts';
export { rankPrepared, retrieve, toMemory } from './retrieve.ts';
export * from './settle.ts';
export { checkItem, type PreparedBatch, prepare, storeMany, storeTogether } from './store.ts';
export { joinEnds, joinSayings, latest, supersede } from './transitions.ts';
export * from './update.ts';
export * from './why-not.ts';
