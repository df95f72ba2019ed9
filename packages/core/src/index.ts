export {
  type AuditAction,
  type AuditEntry,
  type BackendWithDocuments,
  type ConflictJudge,
  type DecaySettings,
  type DocumentLimits,
  type Embedder,
  type EmbedderCalibration,
  type EmbedderIdentity,
  type EmbedOptions,
  type ExtractedFact,
  type Extraction,
  type ExtractionTurn,
  type ExtractionWindow,
  type Extractor,
  type ExtractorOptions,
  type FacetValue,
  type Fault,
  type ForgottenFacts,
  type Importance,
  type KnownFact,
  type ListOrder,
  type Logger,
  type MemoryBackend,
  type MemoryCategory,
  type MemoryKind,
  type MemoryMetadata,
  type MemoryRecord,
  type MemorySource,
  MnemeError,
  type MnemeErrorCode,
  memoryCategories,
  memoryKinds,
  type OpenTelemetryApi,
  type Relation,
  type Remains,
  type Reranker,
  type RerankOptions,
  type RerankSettings,
  type SessionInfo,
  type Verdict,
} from '@mneme/contract';
export type { SecretAction, SecretPolicy } from '@mneme/contract/gate';
export type {
  ConflictPolicy,
  FilterOptions,
  PageOptions,
  StoreInput,
  TimeRange,
  UpdateInput,
  Where,
} from '@mneme/contract/input';
export type { TelemetryOptions } from '@mneme/contract/telemetry';
export { terminalText } from '@mneme/language/text';
export { personalKinds, type SecretKind, secretKinds } from '@mneme/secrets';
export type * from './consolidation/api.ts';
export type * from './doctor/api.ts';
export type * from './episodes/api.ts';
export { Episodes, Sessions } from './episodes/index.ts';
export { ruleExtractor, type SkipReason } from './extract/index.ts';
export {
  createMemory,
  type EraseReceipt,
  Memory,
  type MemoryOptions,
  MemoryScope,
  type MemoryStats,
  type PruneOptions,
  type PruneReport,
  type ReceiptCheck,
  type ReembedOptions,
  type ReembedReport,
} from './memory/index.ts';
export type { Explanation } from './ranking/index.ts';
export type * from './recall/api.ts';
export type {
  ConflictExplanation,
  DeleteOptions,
  DeleteReceipt,
  ForgetOptions,
  ForgetReceipt,
  GetOptions,
  ListOptions,
  ListResult,
  RestoreOptions,
  RestoreResult,
  RetrievedMemory,
  RetrieveOptions,
  RetrieveResult,
  SettleOptions,
  SettleReport,
  StoreManyOptions,
  StoreOptions,
  StoreOutcome,
  StoreResult,
  UpdateOptions,
  UpdateResult,
  WhyNot,
  WhyNotCode,
} from './records/api.ts';
export type { RelevanceExplanation } from './relevance/index.ts';
