import type { UpdateStoreInput } from '@mneme/core';
import { Hono } from 'hono';
import { answerJson } from '../http/answer-json.ts';
import { notFound } from '../http/api-error.ts';
import type { AppContext, AppEnvironment } from '../http/environment.ts';
import { requireWrite } from '../http/middleware.ts';
import { readJson } from '../http/read-json.ts';
import type { ServerLimits } from '../http/server-options.ts';
import { toWireStore } from '../wire/objects.ts';
import { createStoreBody, listStoresQuery, parse, updateStoreBody } from '../wire/requests.ts';
import { storesOf } from './stores-of.ts';

const defaultPage = 20;

export function memoryStoreRoutes({ bodyBytes }: ServerLimits): Hono<AppEnvironment> {
  const routes = new Hono<AppEnvironment>();

  routes.post('/', requireWrite, async (context) => {
    const body = parse(createStoreBody, await readJson(context, { maxBytes: bodyBytes }));
    const { name, description, metadata } = body;
    const store = await storesOf(context).create({
      name,
      ...(description == null ? {} : { description }),
      ...(metadata == null ? {} : { metadata }),
    });
    return answerJson(context, toWireStore(store.info));
  });

  routes.get('/', async (context) => {
    const query = parse(listStoresQuery, context.req.query());
    const { stores, nextCursor } = await storesOf(context).list({
      includeArchived: query.include_archived,
      createdFrom: query['created_at[gte]'],
      createdTo: query['created_at[lte]'],
      limit: query.limit ?? defaultPage,
      cursor: query.page,
    });
    return answerJson(context, { data: stores.map(toWireStore), next_page: nextCursor ?? null });
  });

  routes.get('/:store', async (context) => {
    const storeId = context.req.param('store');
    const store = await storesOf(context).get(storeId);
    if (store === undefined) throw notFound(`There is no memory store ${storeId}.`);
    return answerJson(context, toWireStore(store));
  });

  const update = async (context: AppContext) => {
    const body = parse(updateStoreBody, await readJson(context, { maxBytes: bodyBytes }));
    const { name, description, metadata } = body;
    const input: UpdateStoreInput = {
      ...(name == null ? {} : { name }),
      ...(description == null ? {} : { description }),
      ...(metadata == null ? {} : { metadata }),
    };
    const store = await storesOf(context).update(context.req.param('store') ?? '', input);
    return answerJson(context, toWireStore(store));
  };
  routes.post('/:store', requireWrite, update);
  routes.patch('/:store', requireWrite, update);

  routes.post('/:store/archive', requireWrite, async (context) => {
    return answerJson(
      context,
      toWireStore(await storesOf(context).archive(context.req.param('store'))),
    );
  });

  routes.delete('/:store', requireWrite, async (context) => {
    const { id } = await storesOf(context).delete(context.req.param('store'));
    return answerJson(context, { id, type: 'memory_store_deleted' });
  });

  return routes;
}
