export { type CopyOptions, type CopyReport, copyMemories } from './copy-memories.js';
export { type EmbedderSpec, openEmbedder, parseEmbedderSpec } from './embedder-spec.js';
export { type Environment, readEnvironment } from './environment.js';
export {
  type EvaluateOptions,
  type EvaluationProgress,
  type EvaluationReport,
  evaluate,
  type Ranking,
} from './evaluate.js';
export {
  averageScores,
  cutoffs,
  type Metric,
  metrics,
  type Scores,
  type ScoreTable,
  scoreRanking,
  scoreTable,
} from './evaluation-metrics.js';
export { type ExportLine, type ExportOptions, exportMemories } from './export-memories.js';
export {
  conflictPolicy,
  type ImportDefaults,
  type ImportItem,
  importItem,
} from './import-line.js';
export {
  type BadLine,
  type ImportOptions,
  type ImportReport,
  importMemories,
} from './import-memories.js';
export { loadOptional } from './load-optional.js';
export { defaultDatabase, type OpenedMemory, type OpenOptions, openMemory } from './open-memory.js';
export { type JsonLine, readJsonLines } from './read-json-lines.js';
export { exportRecords, importRecords, type RecordLine } from './record-lines.js';
export { parseRerankerSpec, type RerankerSpec } from './reranker-spec.js';
export {
  addressPath,
  type BackendOptions,
  openBackend,
  parseStoreAddress,
  type StoreAddress,
} from './store-address.js';
export { exportStore, importStore } from './store-folder.js';
