import type {
  ConflictExplanation,
  DeleteReceipt,
  EmbedderIdentity,
  ForgetOptions,
  ForgetReceipt,
  GetOptions,
  ListOptions,
  PruneOptions,
  PruneReport,
  RestoreOptions,
  RestoreResult,
  StoreResult,
  UpdateInput,
  UpdateResult,
} from '@mneme/core';
import type { BackendStats } from '@mneme/core/backend';
import type { FoundDocument, SearchDocumentsOptions, TextDiff } from '@mneme/core/documents';
import { z } from 'zod';
import { notFound } from '../http/api-error.ts';
import { PrototypeError, parseJson } from '../http/parse-json.ts';
import { parameter, type Route, route } from '../http/route.ts';
import {
  category,
  disclosure,
  documentSchema,
  kind,
  recordSchema,
  remains,
  retrieveBody,
  retrievedSchema,
  storeBody,
  where,
} from '../wire/records.ts';
import { flag, inputOf, objectOf, time, whole } from '../wire/shape.ts';
import { by, degraded, fitting, omitted, pageBytes, storeOf } from './stores-of.ts';

/** A list in a query string: `a,b`. */
const commaList = z.string().transform((text) => text.split(','));

/** A value in a query string: JSON. */
const json = z.string().transform((text, context): unknown => {
  try {
    return parseJson(text);
  } catch (error) {
    const message = error instanceof PrototypeError ? error.message : 'is not JSON';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
});

const { importance, tags, metadata } = storeBody.shape;
const inStore = { scope: z.string(), storeId: z.string() };
const embedder = objectOf<EmbedderIdentity>()({
  name: z.string(),
  revision: z.string(),
  dimensions: z.int(),
  pooling: z.string(),
}).meta({ id: 'Embedder' });

const removedForGood = {
  ...remains,
  dryRun: z.boolean().optional(),
  removed: z.array(z.string()),
  turns: z.array(z.string()),
  cut: z.array(z.string()),
  forgotten: z.array(z.string()),
  kept: z.array(z.string()),
  deletedAt: time,
  reason: z.string(),
};

const decision = objectOf<ConflictExplanation>()({
  older: z.string(),
  newer: z.string(),
  outcome: z.enum(['superseded', 'contested']),
  rule: z.string(),
  olderWords: z.array(z.string()),
  newerWords: z.array(z.string()),
}).meta({ id: 'Decision', description: 'Why one record replaced another, or contests it.' });

const found = objectOf<FoundDocument>()({
  ...documentSchema.shape,
  content: z.string().optional(),
  score: z.number(),
  excerpt: z.string(),
  line: z.int(),
}).meta({ id: 'FoundDocument' });

const pruned = objectOf<Omit<PruneReport, 'auditLines'>>()({
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

const records = '/v1/mneme/memories';
const store = '/v1/mneme/memory_stores/{store}';

/** Records, under Mneme's own path, and operations on documents that the API of memory stores does not have. */
export const recordRoutes: readonly Route[] = [
  route(`post ${records}`, {
    id: 'storeRecord',
    summary: 'Store a record',
    writes: 'may conflict',
    body: storeBody,
    answer: objectOf<Omit<StoreResult, 'error'>>()({
      id: z.string(),
      outcome: z.enum(['created', 'confirmed', 'superseded', 'merged', 'rejected']),
      superseded: z.array(z.string()).optional(),
      contests: z.array(z.string()).optional(),
      similarity: z.number().optional(),
      reason: z.string().optional(),
      masked: z.array(z.string()).optional(),
    }).meta({ id: 'StoreResult' }),
    handle: (context, { body }) => context.get('scope').store(body, by(context)),
  }),
  route(`get ${records}`, {
    id: 'listRecords',
    summary: 'List records, newest or most important first',
    query: inputOf<Omit<ListOptions, 'occurredAt' | 'maxBytes'>>()({
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
    }),
    answer: z.object({ memories: z.array(recordSchema), nextCursor: z.string().optional() }),
    handle: (context, { query }) => context.get('scope').list({ ...query, maxBytes: pageBytes }),
  }),
  route('post /v1/mneme/retrieve', {
    id: 'retrieveRecords',
    summary: 'Retrieve the records that best answer a query, best first',
    body: retrieveBody,
    answer: z.object({ memories: z.array(retrievedSchema), degraded, omitted }),
    async handle(context, { body: { query, ...options } }) {
      const { memories, degraded } = await context.get('scope').retrieve(query, options);
      const { first, omitted } = fitting(memories);
      return { memories: first, degraded, omitted };
    },
  }),
  route(`get ${records}/{id}`, {
    id: 'getRecord',
    summary: 'Read a record',
    query: inputOf<GetOptions>()({ includeExpired: flag.optional() }),
    answer: recordSchema,
    async handle(context, { query }) {
      const id = parameter(context, 'id');
      const found = await context.get('scope').get(id, query);
      if (found === undefined) throw notFound(`There is no memory ${id} in this scope.`);
      return found;
    },
  }),
  route(`patch ${records}/{id}`, {
    id: 'updateRecord',
    summary: 'Change a record, which keeps its id; a text that was changed stays in its history',
    writes: 'may conflict',
    body: inputOf<UpdateInput>()({
      content: z.string().optional(),
      category: category.optional(),
      importance,
      tags,
      expiresAt: time.nullable().optional(),
      metadata: metadata.nullable(),
      disclosure: disclosure.nullable().optional(),
    }).meta({ id: 'UpdateRecord' }),
    answer: objectOf<UpdateResult>()({
      id: z.string(),
      outcome: z.enum(['updated', 'unchanged']),
      replaced: z.string().optional(),
      masked: z.array(z.string()).optional(),
    }).meta({ id: 'UpdateResult' }),
    handle: (context, { body }) =>
      context.get('scope').update(parameter(context, 'id'), body, by(context)),
  }),
  route(`get ${records}/{id}/history`, {
    id: 'getRecordHistory',
    summary: 'Read what a record replaced, and what replaced it, oldest first',
    answer: z.object({
      memories: z.array(recordSchema),
      decisions: z.array(decision),
      omitted,
    }),
    async handle(context) {
      const id = parameter(context, 'id');
      const scope = context.get('scope');
      const { first, omitted } = fitting(await scope.history(id));
      return { memories: first, decisions: await scope.decisions(id), omitted };
    },
  }),
  route(`post ${records}/{id}/restore`, {
    id: 'restoreRecord',
    summary: 'Bring back a record that was replaced',
    writes: 'may conflict',
    body: inputOf<Pick<RestoreOptions, 'instead'>>()({
      instead: z.boolean().optional(),
    }).meta({ id: 'RestoreRecord' }),
    answer: objectOf<RestoreResult>()({
      id: z.string(),
      outcome: z.enum(['restored', 'unchanged']),
      beside: z.string().optional(),
      replaced: z.string().optional(),
    }).meta({ id: 'RestoreResult' }),
    handle: (context, { body }) =>
      context.get('scope').restore(parameter(context, 'id'), { ...by(context), ...body }),
  }),
  route(`delete ${records}/{id}`, {
    id: 'deleteRecord',
    summary: 'Delete a record for good',
    writes: 'may conflict',
    query: z.strictObject({
      reason: z.string().optional(),
      keepHistory: flag.optional(),
      keepTurns: flag.optional(),
      dryRun: flag.optional(),
    }),
    answer: objectOf<DeleteReceipt>()({ ...removedForGood, id: z.string() }),
    handle: (context, { query }) =>
      context.get('scope').delete(parameter(context, 'id'), { ...by(context), ...query }),
  }),
  route('post /v1/mneme/forget', {
    id: 'forget',
    summary: 'Forget what is meant, in records and turns',
    writes: 'may conflict',
    body: inputOf<Pick<ForgetOptions, 'about' | 'reason' | 'keepTurns' | 'dryRun'>>()({
      about: z.string(),
      reason: z.string().optional(),
      keepTurns: z.boolean().optional(),
      dryRun: z.boolean().optional(),
    }).meta({ id: 'Forget' }),
    answer: objectOf<ForgetReceipt>()({
      ...removedForGood,
      memories: z.array(
        z.object({
          id: z.string(),
          kind,
          content: z.string(),
          speaker: z.string().optional(),
          left: z.string().optional(),
        }),
      ),
    }).meta({ id: 'ForgetReceipt' }),
    handle: (context, { body }) => context.get('scope').forget({ ...by(context), ...body }),
  }),
  route('post /v1/mneme/prune', {
    id: 'pruneRecords',
    summary: 'Remove what has expired and what is over the cap',
    writes: 'may conflict',
    body: inputOf<Pick<PruneOptions, 'maxRecords' | 'dryRun' | 'documentsUnreadForDays'>>()({
      maxRecords: z.int().min(0).optional(),
      dryRun: z.boolean().optional(),
      documentsUnreadForDays: z.int().min(1).optional(),
    }),
    answer: pruned,
    handle: (context, { body }) => context.get('scope').prune({ ...by(context), ...body }),
  }),
  route('get /v1/mneme/stats', {
    id: 'getStats',
    summary: 'Count the records of the scope',
    answer: objectOf<BackendStats>()({
      current: z.int(),
      superseded: z.int(),
      expired: z.int(),
      byKind: z.record(kind, z.int()),
      byCategory: z.record(category, z.int()),
      bytes: z.int().optional(),
      embedder: embedder.optional(),
      nextEmbedder: embedder.optional(),
      pendingSince: time.optional(),
    }),
    handle: (context) => context.get('scope').stats(),
  }),
  route(`post ${store}/search`, {
    id: 'searchMemories',
    summary: 'Search the memories of a store by words and by meaning, best first',
    body: inputOf<Omit<SearchDocumentsOptions, 'signal'> & { query: string }>()({
      query: z.string(),
      pathPrefix: z.string().optional(),
      limit: z.int().min(1).max(100).optional(),
    }),
    answer: z.object({ documents: z.array(found), omitted }),
    async handle(context, { body: { query, ...options } }) {
      const { documents } = await storeOf(context).search(query, options);
      const { first, omitted } = fitting(documents);
      return { documents: first, omitted };
    },
  }),
  route(`post ${store}/memory_versions/{version}/restore`, {
    id: 'restoreVersion',
    summary: 'Restore a memory to a version',
    writes: 'may conflict',
    answer: documentSchema,
    handle: (context) => storeOf(context).restore(parameter(context, 'version')),
  }),
  route(`get ${store}/diff`, {
    id: 'diffVersions',
    summary: 'Compare two versions line by line',
    query: z.strictObject({ from: z.string(), to: z.string() }),
    answer: objectOf<TextDiff>()({
      added: z.int(),
      removed: z.int(),
      patch: z.string(),
    }),
    handle: (context, { query: { from, to } }) => storeOf(context).diff(from, to),
  }),
];
