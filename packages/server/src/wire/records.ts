import {
  type ConflictExplanation,
  type DeleteReceipt,
  type EmbedderIdentity,
  type Explanation,
  type FilterOptions,
  type GetOptions,
  type ListOptions,
  type MemoryMetadata,
  type MemoryRecord,
  type MemorySource,
  memoryCategories,
  memoryKinds,
  type PruneOptions,
  type PruneReport,
  type RestoreOptions,
  type RestoreResult,
  type RetrievedMemory,
  type RetrieveOptions,
  type StoreInput,
  type StoreResult,
  type UpdateInput,
  type UpdateResult,
  type Where,
} from '@mneme/core';
import type { BackendStats } from '@mneme/core/contract';
import type {
  Document,
  FoundDocument,
  SearchDocumentsOptions,
  TextDiff,
} from '@mneme/core/documents';
import { z } from 'zod';
import { PrototypeError, parseJson } from '../http/parse-json.ts';
import { flag, time, whole } from './requests.ts';
import { inputOf, objectOf } from './shape.ts';

/** Records over HTTP: the library's names and types, one schema for each. */

const category = z.enum(memoryCategories);
const kind = z.enum(memoryKinds).meta({
  id: 'Kind',
  description: 'episode: what was said, a turn of a session. fact: what is known.',
});
const evidence = z.array(z.string()).optional().meta({
  description: 'What a fact rests on: ids of episodes, and of documents.',
});
const importance = z.literal([1, 2, 3, 4, 5]);
const tags = z.array(z.string());
const source: z.ZodType<MemorySource> = z
  .looseObject({
    speaker: z.string().optional(),
    session: z.string().optional(),
    sequence: z.number().optional(),
    externalId: z.string().optional(),
    documentPath: z.string().optional(),
  })
  .meta({ id: 'Source', description: 'Further keys are the application’s own.' });

const metadata: z.ZodType<MemoryMetadata> = z
  .record(z.string(), z.unknown())
  .meta({ id: 'Metadata', description: 'The application’s own: plain JSON, at most 16 KiB.' });

export const storeBody = inputOf<StoreInput>()({
  content: z.string(),
  kind: kind.optional(),
  category: category.optional(),
  evidence,
  importance: importance.optional(),
  tags: tags.optional(),
  expiresAt: time.optional(),
  occurredAt: time.optional(),
  source: source.optional(),
  metadata: metadata.optional(),
  onConflict: z.enum(['supersede', 'merge', 'keepBoth', 'reject', 'upsert']).optional(),
}).meta({ id: 'StoreRecord' });

/** `null` removes the field. */
export const updateBody = inputOf<UpdateInput>()({
  content: z.string().optional(),
  category: category.optional(),
  importance: importance.optional(),
  tags: tags.optional(),
  expiresAt: time.nullable().optional(),
  metadata: metadata.nullable().optional(),
}).meta({ id: 'UpdateRecord' });

const facet = z.union([z.string(), z.number(), z.boolean()]);
const where: z.ZodType<Where> = z.record(z.string(), z.union([facet, z.array(facet)])).meta({
  id: 'Where',
  description:
    'Values of the metadata, and of the source as source.KEY: the value, or one of a list.',
});

const filter = {
  kinds: z.array(kind).optional(),
  categories: z.array(category).optional(),
  tags: tags.optional(),
  minImportance: z.int().min(1).max(5).optional(),
  occurredAt: z.strictObject({ from: time.optional(), before: time.optional() }).optional(),
  asOf: time.optional(),
  includeSuperseded: z.boolean().optional(),
  where: where.optional(),
  contested: z.boolean().optional(),
} satisfies Record<keyof FilterOptions, z.ZodType>;

export const retrieveBody = inputOf<Omit<RetrieveOptions, 'signal'> & { query: string }>()({
  query: z.string(),
  ...filter,
  limit: z.int().min(1).max(1000).optional(),
  minRelevance: z.number().min(0).max(1).optional(),
  explain: z.boolean().optional(),
  rerank: z.boolean().optional(),
}).meta({ id: 'RetrieveRecords' });

/** A list in a query string: `a,b`. */
const commaList = z.string().transform((text) => text.split(','));

/** A value in a query string: JSON. */
const json = z.string().transform((text, context): unknown => {
  try {
    return parseJson(text);
  } catch (error) {
    const message = error instanceof PrototypeError ? error.message : 'is no JSON';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
});

export const listQuery = inputOf<Omit<ListOptions, 'occurredAt' | 'maxBytes'>>()({
  kinds: commaList.pipe(z.array(kind)).optional().meta({ description: 'Separated by commas.' }),
  categories: commaList
    .pipe(z.array(category))
    .optional()
    .meta({ description: 'Separated by commas.' }),
  tags: commaList.optional().meta({ description: 'Separated by commas.' }),
  minImportance: whole(1, 5).optional(),
  asOf: time.optional(),
  includeSuperseded: flag.optional(),
  where: json
    .pipe(where)
    .optional()
    .meta({ description: 'As JSON: {"project":"heron"}. See Where.' }),
  contested: flag.optional(),
  order: z.enum(['newest', 'importance']).optional(),
  limit: whole(1, 1000).optional(),
  cursor: z.string().optional().meta({ description: '`nextCursor` of the page before.' }),
});

export const getQuery = inputOf<GetOptions>()({ includeExpired: flag.optional() });
export const deleteQuery = z.strictObject({
  reason: z.string().optional(),
  keepHistory: flag.optional(),
  dryRun: flag.optional(),
});
export const diffQuery = z.strictObject({ from: z.string(), to: z.string() });

export const pruneBody = inputOf<
  Pick<PruneOptions, 'maxRecords' | 'dryRun' | 'documentsUnreadForDays'>
>()({
  maxRecords: z.int().min(0).optional(),
  dryRun: z.boolean().optional(),
  documentsUnreadForDays: z.int().min(1).optional(),
});

export const searchBody = inputOf<Omit<SearchDocumentsOptions, 'signal'> & { query: string }>()({
  query: z.string(),
  pathPrefix: z.string().optional(),
  limit: z.int().min(1).max(100).optional(),
});

const contest = {
  contests: z.array(z.string()).optional(),
  contestedBy: z.array(z.string()).optional(),
};

export const recordSchema = objectOf<MemoryRecord>()({
  id: z.string(),
  version: z.int(),
  scope: z.string(),
  content: z.string(),
  kind,
  category: category.optional(),
  evidence,
  extractedBy: z.string().optional(),
  tags,
  importance,
  createdAt: time,
  updatedAt: time,
  confirmedAt: time,
  occurredAt: time,
  expiresAt: time.optional(),
  supersededBy: z.string().optional(),
  validTo: time.optional(),
  supersededReason: z.string().optional(),
  ...contest,
  lastAccessedAt: time.optional(),
  accessCount: z.int(),
  source,
  metadata: metadata.optional(),
}).meta({ id: 'Record' });

export const explanation = objectOf<Explanation>()({
  similarity: z.number().optional(),
  keyword: z.number().optional(),
  matchedTerms: z.array(z.string()),
  effectiveImportance: z.number(),
  parts: z.array(z.object({ name: z.string(), value: z.number(), why: z.string() })),
  total: z.number(),
  relevance: z.object({
    chance: z.number(),
    share: z.number(),
    parts: z.array(z.object({ name: z.string(), value: z.number() })),
  }),
}).meta({ id: 'Explanation' });

export const retrievedSchema = objectOf<RetrievedMemory>()({
  id: z.string(),
  version: z.int(),
  content: z.string(),
  kind,
  category: category.optional(),
  evidence,
  extractedBy: z.string().optional(),
  tags,
  importance,
  score: z.number(),
  createdAt: time,
  occurredAt: time,
  expiresAt: time.optional(),
  supersededBy: z.string().optional(),
  validTo: time.optional(),
  ...contest,
  contestedAt: z.record(z.string(), time).optional(),
  source,
  metadata: metadata.optional(),
  relevance: z.number(),
  explanation: explanation.optional(),
}).meta({ id: 'RetrievedRecord' });

export const storeResultSchema = objectOf<Omit<StoreResult, 'error'>>()({
  id: z.string(),
  outcome: z.enum(['created', 'confirmed', 'superseded', 'merged', 'rejected']),
  superseded: z.array(z.string()).optional(),
  contests: z.array(z.string()).optional(),
  similarity: z.number().optional(),
  reason: z.string().optional(),
  masked: z.array(z.string()).optional(),
}).meta({ id: 'StoreResult' });

export const updateResultSchema = objectOf<UpdateResult>()({
  id: z.string(),
  outcome: z.enum(['updated', 'unchanged']),
  replaced: z.string().optional(),
  masked: z.array(z.string()).optional(),
}).meta({ id: 'UpdateResult' });

export const restoreBody = inputOf<Pick<RestoreOptions, 'instead'>>()({
  instead: z.boolean().optional(),
}).meta({ id: 'RestoreRecord' });

export const restoreResultSchema = objectOf<RestoreResult>()({
  id: z.string(),
  outcome: z.enum(['restored', 'unchanged']),
  beside: z.string().optional(),
  replaced: z.string().optional(),
}).meta({ id: 'RestoreResult' });

export const decisionSchema = objectOf<ConflictExplanation>()({
  older: z.string(),
  newer: z.string(),
  outcome: z.enum(['superseded', 'contested']),
  rule: z.string(),
  olderWords: z.array(z.string()),
  newerWords: z.array(z.string()),
}).meta({ id: 'Decision', description: 'Why one record replaced another, or contests it.' });

export const remains = {
  bytes: z.enum(['removed', 'pending']),
  bytesReason: z.string().optional(),
  pendingSince: time.optional(),
};

export const deleteReceiptSchema = objectOf<DeleteReceipt>()({
  ...remains,
  id: z.string(),
  dryRun: z.boolean().optional(),
  removed: z.array(z.string()),
  forgotten: z.array(z.string()),
  kept: z.array(z.string()),
  deletedAt: time,
  reason: z.string(),
});

const inStore = { scope: z.string(), storeId: z.string() };

export const pruneReportSchema = objectOf<PruneReport>()({
  ...remains,
  dryRun: z.boolean(),
  pruned: z.int(),
  expired: z.int(),
  scopes: z.array(
    z.object({
      scope: z.string(),
      before: z.int(),
      expired: z.int(),
      overCap: z.int(),
      after: z.int(),
      ids: z.array(z.string()),
    }),
  ),
  documents: z
    .object({
      dryRun: z.boolean(),
      documents: z.array(z.object({ ...inStore, id: z.string() })),
      stores: z.array(z.object(inStore)),
    })
    .optional(),
});

const embedder = objectOf<EmbedderIdentity>()({
  name: z.string(),
  revision: z.string(),
  dimensions: z.int(),
  pooling: z.string(),
}).meta({ id: 'Embedder' });

export const statsSchema = objectOf<BackendStats>()({
  current: z.int(),
  superseded: z.int(),
  expired: z.int(),
  byKind: z.record(kind, z.int()),
  byCategory: z.record(category, z.int()),
  bytes: z.int().optional(),
  embedder: embedder.optional(),
  nextEmbedder: embedder.optional(),
  pendingSince: time.optional(),
});

const documentShape = {
  id: z.string(),
  storeId: z.string(),
  path: z.string(),
  content: z.string(),
  contentSha256: z.string(),
  contentSizeBytes: z.int(),
  versionId: z.string(),
  createdAt: time,
  updatedAt: time,
  lastReadAt: time.optional(),
};

export const documentSchema = objectOf<Document>()(documentShape).meta({ id: 'Document' });

export const foundDocumentSchema = objectOf<FoundDocument>()({
  ...documentShape,
  content: z.string().optional(),
  score: z.number(),
  excerpt: z.string(),
  line: z.int(),
}).meta({ id: 'FoundDocument' });

export const diffSchema = objectOf<TextDiff>()({
  added: z.int(),
  removed: z.int(),
  patch: z.string(),
});
