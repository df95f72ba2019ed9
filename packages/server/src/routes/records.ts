import type { MemoryRecord, StoreInput } from '@mneme/core';
import { Hono } from 'hono';
import { z } from 'zod';
import { answerJson } from '../http/answer-json.ts';
import { notFound } from '../http/api-error.ts';
import type { AppContext, AppEnvironment } from '../http/environment.ts';
import { requireWrite } from '../http/middleware.ts';
import { readJson } from '../http/read-json.ts';
import type { ServerLimits } from '../http/server-options.ts';
import { parse } from '../wire/requests.ts';
import { storeOf } from './stores-of.ts';

/**
 * Records over HTTP, under a path of our own: the words and the forms of the library. The engine checks what is in
 * a body; here it is only passed on, without what names a scope.
 */
export function recordRoutes({ bodyBytes }: ServerLimits): Hono<AppEnvironment> {
  const routes = new Hono<AppEnvironment>();
  const body = (context: AppContext) => readJson(context, { maxBytes: bodyBytes });
  const by = (context: AppContext) => ({ actor: `key:${context.get('key').id}` });

  routes.post('/memories', requireWrite, async (context) => {
    const input = (await body(context)) as unknown as StoreInput;
    return answerJson(context, await context.get('scope').store(input, by(context)));
  });

  routes.get('/memories', async (context) => {
    const { categories, tags, minImportance, limit, ...query } = parse(
      listQuery,
      context.req.query(),
    );
    return answerJson(
      context,
      await context.get('scope').list({
        ...query,
        ...(categories === undefined ? {} : { categories: categories.split(',') as never }),
        ...(tags === undefined ? {} : { tags: tags.split(',') }),
        ...(limit === undefined ? {} : { limit: Number(limit) }),
        ...(minImportance === undefined ? {} : { minImportance: Number(minImportance) }),
      }),
    );
  });

  routes.post('/retrieve', async (context) => {
    const { query, ...options } = await body(context);
    return answerJson(context, await context.get('scope').retrieve(query as string, options));
  });

  routes.get('/memories/:id', async (context) => {
    return answerJson(context, await find(context));
  });

  routes.get('/memories/:id/history', async (context) => {
    return answerJson(context, {
      memories: await context.get('scope').history(context.req.param('id')),
    });
  });

  routes.delete('/memories/:id', requireWrite, async (context) => {
    const { reason } = parse(deleteQuery, context.req.query());
    const options = { ...by(context), ...(reason === undefined ? {} : { reason }) };
    return answerJson(context, await context.get('scope').delete(context.req.param('id'), options));
  });

  routes.post('/prune', requireWrite, async (context) => {
    const { maxRecords, dryRun, documentsUnreadForDays } = parse(pruneBody, await body(context));
    return answerJson(
      context,
      await context
        .get('scope')
        .prune({ ...by(context), maxRecords, dryRun, documentsUnreadForDays }),
    );
  });

  routes.get('/stats', async (context) => answerJson(context, await context.get('scope').stats()));

  routes.post('/memory_stores/:store/search', async (context) => {
    const { query, ...options } = parse(searchBody, await body(context));
    return answerJson(context, await storeOf(context).search(query, options));
  });

  routes.post(
    '/memory_stores/:store/memory_versions/:version/restore',
    requireWrite,
    async (context) => {
      return answerJson(context, await storeOf(context).restore(context.req.param('version')));
    },
  );

  routes.get('/memory_stores/:store/diff', async (context) => {
    const { from, to } = parse(diffQuery, context.req.query());
    return answerJson(context, await storeOf(context).diff(from, to));
  });

  return routes;
}

const listQuery = z.object({
  categories: z.string().optional(),
  tags: z.string().optional(),
  minImportance: z.string().optional(),
  order: z.enum(['newest', 'importance']).optional(),
  limit: z.string().optional(),
  cursor: z.string().optional(),
  asOf: z.string().optional(),
  includeSuperseded: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
});
const deleteQuery = z.object({ reason: z.string().optional() });
const diffQuery = z.object({ from: z.string(), to: z.string() });
const pruneBody = z.strictObject({
  maxRecords: z.int().min(0).optional(),
  dryRun: z.boolean().optional(),
  documentsUnreadForDays: z.int().min(1).optional(),
});
const searchBody = z.strictObject({
  query: z.string(),
  pathPrefix: z.string().optional(),
  limit: z.int().optional(),
});

async function find(context: AppContext): Promise<MemoryRecord> {
  const id = context.req.param('id') ?? '';
  const found = await context.get('scope').get(id);
  if (found === undefined) throw notFound(`There is no memory ${id} in this scope.`);
  return found;
}
