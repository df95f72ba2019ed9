export * from './bounded-input.ts';
export * from './bounded-json.ts';
export * from './conflict-policy.ts';
export { type CopyOptions, type CopyReport, copyMemories } from './copy-memories.ts';
export * from './environment.ts';
export * from './export-memories.ts';
export * from './load-optional.ts';
export * from './missing-file.ts';
export { type ModelSpecs, openEmbedder, openLlm, parseModelSpec } from './models.ts';
export * from './open-keyring.ts';
export * from './open-memory.ts';
export * from './open-telemetry.ts';
export { type JsonLine, readJsonLines } from './read-json-lines.ts';
export * from './read-key.ts';
export * from './read-small-file.ts';
export { exportRecords, importRecords, type RecordLine } from './record-lines.ts';
export * from './settings.ts';
export * from './store-address.ts';
export {
  type ExportedStore,
  type ExportStoreOptions,
  exportStore,
  importStore,
} from './store-folder.ts';
export * from './store-key.ts';
