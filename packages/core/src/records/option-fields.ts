import type { ConflictJudge, Extractor } from '@mneme/contract';
import {
  callback,
  choice,
  type FieldsOf,
  filterFields,
  having,
  integer,
  invalid,
  listOf,
  numberBetween,
  pageFields,
  parseContent,
  parseFlag,
  parseId,
  parseName,
  parsePolicy,
  parseReason,
  parseSignal,
} from '@mneme/contract/input';
import type {
  DeleteOptions,
  ForgetOptions,
  GetOptions,
  ListOptions,
  PruneRecordsOptions,
  RestoreOptions,
  RetrieveOptions,
  SettleOptions,
  StoreManyOptions,
  StoreOptions,
  UpdateOptions,
  WriteOptions,
} from './api.ts';

/** The options of each call on records. A missing option does not compile. */

export const writeFields = {
  actor: parseName,
  reason: parseReason,
  signal: parseSignal,
} satisfies FieldsOf<WriteOptions>;

export const updateFields = {
  ...writeFields,
  version: integer({ min: 1 }),
} satisfies FieldsOf<UpdateOptions>;

export const changeFields = {
  ...updateFields,
  includeExpired: parseFlag,
} satisfies FieldsOf<UpdateOptions & GetOptions>;

export const deleteFields = {
  ...updateFields,
  keepHistory: parseFlag,
  keepTurns: parseFlag,
  dryRun: parseFlag,
} satisfies FieldsOf<DeleteOptions>;

/** Bytes of what is to be forgotten: a few words. */
const longestAbout = 1000;

export const forgetFields = {
  ...writeFields,
  about: (value, field) => parseContent(value, longestAbout, field),
  keepTurns: parseFlag,
  dryRun: parseFlag,
} satisfies FieldsOf<ForgetOptions>;

export const storeFields = {
  ...writeFields,
  onConflict: parsePolicy,
} satisfies FieldsOf<StoreOptions>;

export const storeManyFields = {
  ...storeFields,
  onError: choice(['throw', 'collect']),
  unlessForgotten: parseFlag,
  onProgress: callback<NonNullable<StoreManyOptions['onProgress']>>(),
} satisfies FieldsOf<StoreManyOptions>;

export const restoreFields = {
  ...updateFields,
  instead: parseFlag,
} satisfies FieldsOf<RestoreOptions>;

function parsePair(value: unknown, field: string): [string, string] {
  const ids = listOf(parseId)(value, field);
  if (ids.length === 2) return ids as [string, string];
  throw invalid(field, `has ${ids.length} ids`, 'give the ids of the two memories');
}

export const settleFields = {
  ...writeFields,
  judge: callback<ConflictJudge>(),
  pair: parsePair,
  dryRun: parseFlag,
  maxCalls: integer({ min: 0 }),
  onProgress: callback<NonNullable<SettleOptions['onProgress']>>(),
} satisfies FieldsOf<SettleOptions>;

export const retrieveFields = {
  ...filterFields,
  limit: integer({ min: 1, max: 1000 }),
  minRelevance: numberBetween(0, 1),
  explain: parseFlag,
  rerank: parseFlag,
  signal: parseSignal,
} satisfies FieldsOf<RetrieveOptions>;

export const getFields = { includeExpired: parseFlag } satisfies FieldsOf<GetOptions>;

export const listFields = {
  ...filterFields,
  order: choice(['newest', 'importance']),
  limit: integer({ min: 1, max: 1000 }),
  includeExpired: parseFlag,
  ...pageFields,
} satisfies FieldsOf<ListOptions & GetOptions>;

export const pruneRecordsFields = {
  ...writeFields,
  maxRecords: integer({ min: 0 }),
  dryRun: parseFlag,
  extractor: having<Pick<Extractor, 'summarise'>>('summarise', 'give one that can summarise'),
  onProgress: callback<NonNullable<PruneRecordsOptions['onProgress']>>(),
} satisfies FieldsOf<PruneRecordsOptions>;
