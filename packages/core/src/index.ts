export * from '@mneme/documents';
export * from '@mneme/engine/contract';
export {
  type Gated,
  gate,
  readSecretPolicy,
  type SecretAction,
  type SecretPolicy,
} from '@mneme/engine/gate';
export type {
  ConflictPolicy,
  FilterOptions,
  StoreInput,
  TimeRange,
  UpdateInput,
  Where,
} from '@mneme/engine/input';
export {
  errorType,
  type SpanAround,
  type SpanStart,
  Telemetry,
  type TelemetryOptions,
} from '@mneme/engine/telemetry';
export {
  analyse,
  analyseQuery,
  indexTerms,
  terminalJson,
  terminalText,
  visibleJson,
  visibleText,
} from '@mneme/language/text';
export { personalKinds, type SecretKind, secretKinds } from '@mneme/secrets';
export type * from './consolidation/api.ts';
export type * from './doctor/api.ts';
export type * from './episodes/api.ts';
export { Episodes, readSessionStates, Sessions, sessionStatePut } from './episodes/index.ts';
export { ruleExtractor, type SkipReason } from './extract/index.ts';
export {
  daysBetween,
  defaultDecay,
  effectiveImportance,
  halfLifeOf,
} from './forgetting/index.ts';
export * from './memory/index.ts';
export type { Explanation } from './ranking/index.ts';
export * from './recall/index.ts';
export type * from './records/api.ts';
export { recordKey, recordMatter } from './records/index.ts';
export {
  type MessageKind,
  messageKind,
  type RelevanceExplanation,
  type RelevancePart,
} from './relevance/index.ts';
