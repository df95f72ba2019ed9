import {
  type ConflictJudge,
  type DecaySettings,
  type DocumentLimits,
  type Embedder,
  type EmbedderCalibration,
  type Logger,
  type MemoryBackend,
  type MemoryCategory,
  memoryCategories,
  type OpenTelemetryApi,
  type Reranker,
  type RerankSettings,
} from '@mneme/contract';
import { type SecretAction, type SecretPolicy, secretActions } from '@mneme/contract/gate';
import {
  callback,
  choice,
  type FieldsOf,
  form,
  having,
  integer,
  invalid,
  listOf,
  numberFrom,
  type Parse,
  parseFlag,
  parseName,
  parseObject,
  parsePlace,
  parseSignal,
  show,
} from '@mneme/contract/input';
import type { TelemetryOptions } from '@mneme/contract/telemetry';
import { personalKinds, type SecretKind, secretKinds } from '@mneme/secrets';
import { parseExtractor } from '../consolidation/index.ts';
import { pruneRecordsFields, type SettleOptions, settleFields } from '../records/index.ts';
import type {
  CompactOptions,
  MemoryOptions,
  PruneOptions,
  ReembedOptions,
} from './memory-options.ts';

/** Each of the names has the same check. */
function formOf<Name extends string, Value>(names: readonly Name[], parse: Parse<Value>) {
  return form(Object.fromEntries(names.map((name) => [name, parse])) as Record<Name, Parse<Value>>);
}

const action = choice(secretActions);

const table = form({
  default: action,
  kinds: formOf<SecretKind, SecretAction>([...secretKinds, ...personalKinds], action),
});

/** Checks a policy for secrets from outside. Throws `invalid_input` that names the wrong part. */
export const parseSecretPolicy: Parse<SecretPolicy> = (value, field) =>
  typeof value === 'object' && value !== null ? table(value, field) : action(value, field);

/** The options of each call on a whole memory. A missing option does not compile. */

const parseEmbedder = having<Embedder>(
  ['embed', 'identity'],
  'give an Embedder, such as staticEmbedder()',
);

/** Days; `Infinity` means that nothing fades. */
function parseHalfLife(value: unknown, field: string): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw invalid(field, `is ${show(value)}: give a number of days, 0 (no fading) or more`);
}

const count = integer({ min: 1 });

const cosine = numberFrom(-1);

/** The options of `createMemory`. */
export const memoryFields = {
  backend: having<MemoryBackend>('open', 'give a backend, which stores the memories'),
  documents: parsePlace,
  documentLimits: form({
    contentBytes: count,
    documentsPerScope: count,
    bytesPerScope: count,
  } satisfies FieldsOf<DocumentLimits>),
  embedder: parseEmbedder,
  clock: callback<() => Date>(),
  logger: having<Logger>('warn', 'give an object with the functions debug and warn'),
  decay: form({
    halfLifeDays: parseHalfLife,
    byCategory: formOf<MemoryCategory, number>(memoryCategories, parseHalfLife),
  } satisfies FieldsOf<DecaySettings>),
  secrets: parseSecretPolicy,
  maxContentBytes: integer({ min: 1, max: 10_000_000 }),
  maxStoreItems: integer({ min: 1, max: 10_000_000 }),
  calibration: form({
    duplicate: cosine,
    related: cosine,
    relevant: cosine,
  } satisfies FieldsOf<EmbedderCalibration>),
  reranker: having<Reranker>('rerank', 'give one, such as transformersReranker()'),
  reranking: form({
    candidates: integer({ min: 1, max: 1000 }),
    weight: numberFrom(0),
    timeoutMs: integer({ min: 1, max: 3_600_000 }),
  } satisfies FieldsOf<RerankSettings>),
  judge: callback<ConflictJudge>(),
  extractor: (value, field) => (value === 'none' ? value : parseExtractor(value, field)),
  assistants: listOf(parseName),
  telemetry: form(
    {
      api: (value, field) => parseObject(value, field) as OpenTelemetryApi,
      captureContent: parseFlag,
      captureScopes: parseFlag,
    } satisfies FieldsOf<TelemetryOptions>,
    ['api'],
  ),
} satisfies FieldsOf<MemoryOptions>;

export const pruneFields = {
  ...pruneRecordsFields,
  documentsUnreadForDays: integer({ min: 1, max: 36_500 }),
  keepAuditForDays: integer({ min: 1, max: 36_500 }),
} satisfies FieldsOf<PruneOptions>;

export const compactFields = {
  freeShare: numberFrom(0),
} satisfies FieldsOf<CompactOptions>;

const { pair: _, ...ofAllScopes } = settleFields;
export const settleAllFields = ofAllScopes satisfies FieldsOf<Omit<SettleOptions, 'pair'>>;

export const abandonFields = {
  embedder: parseEmbedder,
  signal: parseSignal,
} satisfies FieldsOf<Pick<ReembedOptions, 'embedder' | 'signal'>>;

export const reembedFields = {
  ...abandonFields,
  batchSize: integer({ min: 1, max: 10_000 }),
  onProgress: callback<NonNullable<ReembedOptions['onProgress']>>(),
} satisfies FieldsOf<ReembedOptions>;

export const scopeFields = { countReads: parseFlag };

export const auditFields = {
  scope: parseName,
  limit: integer({ min: 1, max: 100_000 }),
};
