export type * from './api.ts';
export * from './contested.ts';
export * from './engine-notes.ts';
export { isSaid, prepareQuery, withoutRepeats } from './find-candidates.ts';
export * from './find-ids.ts';
export { notingDegraded } from './noting-degraded.ts';
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
export * from './parse-items.ts';
export { rankPrepared, retrieve, toMemory } from './retrieve.ts';
export { latest } from './transitions.ts';
export * from './update.ts';
export * from './why-not.ts';
