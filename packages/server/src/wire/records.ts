import {
  type Explanation,
  type FilterOptions,
  type MemoryMetadata,
  type MemoryRecord,
  type MemorySource,
  memoryCategories,
  memoryKinds,
  type RetrievedMemory,
  type RetrieveOptions,
  type StoreInput,
  type Where,
} from '@mneme/core';
import type { Document } from '@mneme/core/documents';
import { z } from 'zod';
import { inputOf, objectOf, time } from './shape.ts';

/** Records over HTTP: the library's names and types, one schema for each. */

export const category = z.enum(memoryCategories);
export const kind = z.enum(memoryKinds).meta({
  id: 'Kind',
  description: 'episode: what was said, a turn of a session. fact: what is known.',
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

export const disclosure = z
  .enum(['always', 'relevant', 'asked'])
  .meta({ description: 'When a block shows the fact. Default: by what it is about.' });

/** The fields of a record that retrieving it gives, too. */
const shared = {
  id: z.string(),
  version: z.int(),
  content: z.string(),
  kind,
  category: category.optional(),
  evidence: z
    .array(z.string())
    .optional()
    .meta({ description: 'What a fact rests on: ids of episodes, and of documents.' }),
  extractedBy: z.string().optional(),
  tags,
  importance,
  createdAt: time,
  occurredAt: time,
  expiresAt: time.optional(),
  supersededBy: z.string().optional(),
  validTo: time.optional(),
  contests: z.array(z.string()).optional(),
  contestedBy: z.array(z.string()).optional(),
  source,
  metadata: metadata.optional(),
  disclosure: disclosure.optional(),
};

export const recordSchema = objectOf<MemoryRecord>()({
  ...shared,
  scope: z.string(),
  updatedAt: time,
  confirmedAt: time,
  supersededReason: z.string().optional(),
  lastAccessedAt: time.optional(),
  accessCount: z.int(),
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
  ...shared,
  score: z.number(),
  relevance: z.number(),
  contestedAt: z.record(z.string(), time).optional(),
  explanation: explanation.optional(),
}).meta({ id: 'RetrievedRecord' });

const { content, evidence, expiresAt } = shared;
export const storeBody = inputOf<StoreInput>()({
  content,
  kind: kind.optional(),
  category: category.optional(),
  evidence,
  importance: importance.optional(),
  tags: tags.optional(),
  expiresAt,
  occurredAt: time.optional(),
  source: source.optional(),
  metadata: metadata.optional(),
  disclosure: disclosure.optional(),
  onConflict: z.enum(['supersede', 'merge', 'keepBoth', 'reject', 'upsert']).optional(),
}).meta({ id: 'StoreRecord' });

const facet = z.union([z.string(), z.number(), z.boolean()]);
export const where: z.ZodType<Where> = z.record(z.string(), z.union([facet, z.array(facet)])).meta({
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

export const remains = {
  bytes: z.enum(['removed', 'pending']),
  bytesReason: z.string().optional(),
  pendingSince: time.optional(),
};

export const documentSchema = objectOf<Document>()({
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
}).meta({ id: 'Document' });
