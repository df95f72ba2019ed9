export type * from './consolidation/api.ts';
export * from './contract/index.ts';
export type * from './doctor/api.ts';
export * from './documents/index.ts';
export type * from './episodes/api.ts';
export { Episodes, Sessions } from './episodes/index.ts';
export { ruleExtractor, type SkipReason } from './extract/index.ts';
export {
  type DecaySettings,
  daysBetween,
  defaultDecay,
  effectiveImportance,
  halfLifeOf,
} from './forgetting/index.ts';
export type {
  ConflictPolicy,
  FilterOptions,
  StoreInput,
  TimeRange,
  UpdateInput,
  Where,
} from './input/index.ts';
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
export {
  type Gated,
  gate,
  personalKinds,
  readSecretPolicy,
  type SecretAction,
  type SecretKind,
  type SecretPolicy,
  secretKinds,
} from './secrets/index.ts';
export {
  errorType,
  type SpanAround,
  type SpanStart,
  Telemetry,
  type TelemetryOptions,
} from './telemetry/index.ts';
export { analyse, analyseQuery, indexTerms, terminalJson, terminalText } from './text/index.ts';
