export { boundedJson } from './bounded-json.ts';
export { conflictPolicy, conflictPolicyNames } from './conflict-policy.ts';
export { type CopyOptions, type CopyReport, copyMemories } from './copy-memories.ts';
export { type EmbedderSpec, openEmbedder, parseEmbedderSpec } from './embedder-spec.ts';
export { type Environment, readEnvironment } from './environment.ts';
export {
  type ExportLine,
  type ExportOptions,
  exportedRecords,
  exportMemories,
} from './export-memories.ts';
export { type ClaudeCosts, type LlmSpec, openLlm, parseLlmSpec } from './llm-spec.ts';
export { loadOptional } from './load-optional.ts';
export { missingFile } from './missing-file.ts';
export { type KeyringSource, openKeyring } from './open-keyring.ts';
export {
  defaultDatabase,
  type OpenedMemory,
  type OpenOptions,
  openMemory,
  secretPolicyOf,
} from './open-memory.ts';
export { openTelemetry, telemetryModes } from './open-telemetry.ts';
export { type JsonLine, readJsonLines } from './read-json-lines.ts';
export { type KeyFields, type KeySource, readKey } from './read-key.ts';
export { readSmallFile } from './read-small-file.ts';
export { exportRecords, importRecords, type RecordLine } from './record-lines.ts';
export { parseRerankerSpec, type RerankerSpec } from './reranker-spec.ts';
export {
  checkConfig,
  type Origin,
  readSettings,
  type SettingName,
  type Settings,
  settingVariables,
} from './settings.ts';
export {
  addressPath,
  type BackendOptions,
  type OpenedBackend,
  openBackend,
  parseStoreAddress,
  registerStore,
  type StoreAddress,
  type StoreScheme,
  shownAddress,
} from './store-address.ts';
export {
  type ExportedStore,
  type ExportStoreOptions,
  exportStore,
  importStore,
} from './store-folder.ts';
export { changeStoreKey, storeKey } from './store-key.ts';
