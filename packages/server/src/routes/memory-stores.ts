import { z } from 'zod';
import { notFound } from '../http/api-error.ts';
import { type Method, parameter, type Route, route } from '../http/route.ts';
import {
  createdAt,
  deletedStoreSchema,
  pageOf,
  paging,
  storeSchema,
  toWireStore,
} from '../wire/objects.ts';
import { flag } from '../wire/shape.ts';
import { defaultPage, pageBytes, storesOf, withoutNull } from './stores-of.ts';

const metadata = z.record(z.string(), z.string());
const metadataPatch = z.record(z.string(), z.string().nullable());

const stores = '/v1/memory_stores';
const store = `${stores}/{store}`;

/** Newer clients update by POST, older ones by PATCH. */
const updateStore = (method: Method, id: string) =>
  route(`${method} ${store}`, {
    id,
    summary: 'Update a memory store',
    writes: true,
    body: z.strictObject({
      name: z.string().nullish(),
      description: z.string().nullish(),
      metadata: metadataPatch.nullish(),
    }),
    answer: storeSchema,
    handle: async (context, { body }) =>
      toWireStore(await storesOf(context).update(parameter(context, 'store'), withoutNull(body))),
  });

export const memoryStoreRoutes: readonly Route[] = [
  route(`post ${stores}`, {
    id: 'createStore',
    summary: 'Create a memory store',
    writes: true,
    body: z.strictObject({
      name: z.string(),
      description: z.string().nullish(),
      metadata: metadata.nullish(),
    }),
    answer: storeSchema,
    async handle(context, { body: { name, ...rest } }) {
      const created = await storesOf(context).create({ name, ...withoutNull(rest) });
      return toWireStore(created.info);
    },
  }),
  route(`get ${stores}`, {
    id: 'listStores',
    summary: 'List memory stores, newest first',
    query: z.object({ ...paging, ...createdAt, include_archived: flag.optional() }),
    answer: pageOf(storeSchema),
    async handle(context, { query }) {
      const { stores, nextCursor } = await storesOf(context).list({
        includeArchived: query.include_archived,
        createdFrom: query['created_at[gte]'],
        createdTo: query['created_at[lte]'],
        limit: query.limit ?? defaultPage,
        maxBytes: pageBytes,
        cursor: query.page,
      });
      return { data: stores.map(toWireStore), next_page: nextCursor ?? null };
    },
  }),
  route(`get ${store}`, {
    id: 'getStore',
    summary: 'Read a memory store',
    answer: storeSchema,
    async handle(context) {
      const storeId = parameter(context, 'store');
      const found = await storesOf(context).get(storeId);
      if (found === undefined) throw notFound(`There is no memory store ${storeId}.`);
      return toWireStore(found);
    },
  }),
  updateStore('post', 'updateStore'),
  updateStore('patch', 'patchStore'),
  route(`post ${store}/archive`, {
    id: 'archiveStore',
    summary: 'Make a memory store read-only for good',
    writes: true,
    answer: storeSchema,
    handle: async (context) =>
      toWireStore(await storesOf(context).archive(parameter(context, 'store'))),
  }),
  route(`delete ${store}`, {
    id: 'deleteStore',
    summary: 'Delete a memory store with all that is in it',
    writes: true,
    answer: deletedStoreSchema,
    async handle(context) {
      const { id } = await storesOf(context).delete(parameter(context, 'store'));
      return { id, type: 'memory_store_deleted' };
    },
  }),
];
