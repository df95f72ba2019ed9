import { type Document, DocumentError, type DocumentPrecondition } from '@mneme/core/documents';
import { z } from 'zod';
import { answerTagged } from '../http/answer-json.ts';
import { notFound } from '../http/api-error.ts';
import type { AppContext } from '../http/environment.ts';
import { type Method, parameter, type Route, route } from '../http/route.ts';
import { refused } from '../http/to-api-error.ts';
import {
  deletedMemorySchema,
  memorySchema,
  pageOf,
  paging,
  prefixSchema,
  toWireMemory,
  view,
  viewQuery,
} from '../wire/objects.ts';
import { whole } from '../wire/shape.ts';
import { pageBytes, pageSize, storeOf, withoutNull } from './stores-of.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal characters');
const contentPrecondition = z.strictObject({
  type: z.literal('content_sha256'),
  content_sha256: sha256,
});
const absencePrecondition = z.strictObject({ type: z.literal('not_exists') });

const createBody = z.strictObject({ path: z.string(), content: z.string() });

/** The older version: an upsert, or with a precondition a create. */
const olderCreateBody = createBody.extend({
  precondition: absencePrecondition
    .nullish()
    .meta({ description: 'Only in the older version, where a create overwrites what is there.' }),
});

const updateBody = z.strictObject({
  path: z.string().nullish(),
  content: z.string().nullish(),
  precondition: contentPrecondition.nullish(),
});

const olderUpdateBody = updateBody.extend({
  precondition: z
    .discriminatedUnion('type', [contentPrecondition, absencePrecondition])
    .nullish()
    .meta({ description: 'not_exists: only in the older dialect.' }),
});

const memories = '/v1/memory_stores/{store}/memories';
const memory = `${memories}/{memory}`;

/** Newer clients update by POST, older ones by PATCH. */
const updateMemory = (method: Method, id: string) =>
  route(`${method} ${memory}`, {
    id,
    summary: 'Update a memory',
    writes: 'may conflict',
    query: viewQuery,
    body: olderUpdateBody,
    newerBody: updateBody,
    answer: memorySchema,
    async handle(context, { query: { view = 'basic' }, body: { precondition, ...changes } }) {
      const document = await storeOf(context).update(
        { id: parameter(context, 'memory') },
        { ...withoutNull(changes), precondition: toPrecondition(precondition) },
      );
      return toWireMemory(document, view);
    },
  });

export const memoryRoutes: readonly Route[] = [
  route(`post ${memories}`, {
    id: 'createMemory',
    summary: 'Create a memory',
    writes: 'may conflict',
    query: viewQuery,
    body: olderCreateBody,
    newerBody: createBody,
    answer: memorySchema,
    async handle(context, { query: { view = 'basic' }, body }) {
      const document = context.get('olderDialect')
        ? await upsert(context, body)
        : await storeOf(context).create(body);
      return toWireMemory(document, view);
    },
  }),
  route(`get ${memories}`, {
    id: 'listMemories',
    summary: 'List memories by path',
    query: z.object({
      ...paging,
      view,
      path_prefix: z.string().optional(),
      depth: whole(0, 1).optional(),
    }),
    answer: pageOf(z.discriminatedUnion('type', [memorySchema, prefixSchema])),
    async handle(context, { query }) {
      const { view = 'basic' } = query;
      const { items, nextCursor } = await storeOf(context).list({
        pathPrefix: query.path_prefix,
        depth: query.depth,
        withContent: view === 'full',
        limit: pageSize(query.limit, view),
        maxBytes: pageBytes,
        cursor: query.page,
      });
      const data = items.map((item) =>
        item.type === 'prefix'
          ? { type: 'memory_prefix' as const, path: item.path }
          : toWireMemory(item, view),
      );
      return { data, next_page: nextCursor ?? null };
    },
  }),
  route(`get ${memory}`, {
    id: 'getMemory',
    summary: 'Read a memory',
    tagged: true,
    query: viewQuery,
    answer: memorySchema,
    async handle(context, { query: { view = 'full' } }) {
      const id = parameter(context, 'memory');
      const document = await storeOf(context).read({ id });
      if (document === undefined) throw notFound(`There is no memory ${id} in this store.`);
      // The version identifies content and path. A client may also use the hash of the text.
      const tags = [document.versionId, document.contentSha256] as const;
      return answerTagged(context, () => toWireMemory(document, view), [...tags]);
    },
  }),
  updateMemory('post', 'updateMemory'),
  updateMemory('patch', 'patchMemory'),
  route(`delete ${memory}`, {
    id: 'deleteMemory',
    summary: 'Delete a memory',
    writes: 'may conflict',
    query: z.object({ expected_content_sha256: sha256.optional() }),
    answer: deletedMemorySchema,
    async handle(context, { query: { expected_content_sha256: contentSha256 } }) {
      const precondition =
        contentSha256 === undefined
          ? undefined
          : ({ type: 'content_sha256', contentSha256 } as const);
      const reference = { id: parameter(context, 'memory') };
      const { id } = await storeOf(context).delete(reference, { precondition });
      return { id, type: 'memory_deleted' };
    },
  }),
];

function toPrecondition(
  precondition: z.output<typeof olderUpdateBody>['precondition'],
): DocumentPrecondition | undefined {
  if (precondition == null) return undefined;
  if (precondition.type === 'not_exists') return { type: 'not_exists' };
  return { type: 'content_sha256', contentSha256: precondition.content_sha256 };
}

/** In the older version a create overwrites what is at the path, unless its precondition forbids it. */
async function upsert(
  context: AppContext,
  { path, content, precondition }: z.output<typeof olderCreateBody>,
): Promise<Document> {
  const store = storeOf(context);
  if (precondition == null) return (await store.write({ path, content })).document;
  try {
    return await store.create({ path, content });
  } catch (error) {
    if (DocumentError.isInstance(error) && error.conflicting?.path === path) {
      throw refused('memory_precondition_failed_error', error);
    }
    throw error;
  }
}
