import type { DocumentActor } from '@mneme/core';
import { Hono } from 'hono';
import type { z } from 'zod';
import { answerJson } from '../http/answer-json.ts';
import { invalidRequest } from '../http/api-error.ts';
import type { AppEnvironment } from '../http/environment.ts';
import { requireWrite } from '../http/middleware.ts';
import { toWireVersion } from '../wire/objects.ts';
import { listVersionsQuery, parse, viewQuery } from '../wire/requests.ts';
import { storeOf } from './stores-of.ts';

const defaultPage = 20;
const fullPage = 20;

export function memoryVersionRoutes(): Hono<AppEnvironment> {
  const routes = new Hono<AppEnvironment>();

  routes.get('/', async (context) => {
    const query = parse(listVersionsQuery, context.req.query());
    const { view = 'basic' } = query;
    const most = view === 'full' ? fullPage : Number.POSITIVE_INFINITY;
    const { versions, nextCursor } = await storeOf(context).versions({
      documentId: query.memory_id,
      operation: query.operation,
      createdBy: actorOf(query),
      createdFrom: query['created_at[gte]'],
      createdTo: query['created_at[lte]'],
      withContent: view === 'full',
      limit: Math.min(query.limit ?? defaultPage, most),
      cursor: query.page,
    });
    const data = versions.map((version) => toWireVersion(version, view));
    return answerJson(context, { data, next_page: nextCursor ?? null });
  });

  routes.get('/:version', async (context) => {
    const { view = 'full' } = parse(viewQuery, context.req.query());
    const version = await storeOf(context).version(context.req.param('version'));
    return answerJson(context, toWireVersion(version, view));
  });

  routes.post('/:version/redact', requireWrite, async (context) => {
    const version = await storeOf(context).redact(context.req.param('version'));
    return answerJson(context, toWireVersion(version, 'full'));
  });

  return routes;
}

/** A version has one actor, so two filters on it can only be a mistake. */
function actorOf(query: z.output<typeof listVersionsQuery>): DocumentActor | undefined {
  const { session_id, api_key_id, service_account_id } = query;
  const actors: DocumentActor[] = [];
  if (session_id !== undefined) actors.push({ type: 'session_actor', sessionId: session_id });
  if (api_key_id !== undefined) actors.push({ type: 'api_actor', apiKeyId: api_key_id });
  if (service_account_id !== undefined) {
    actors.push({ type: 'service_account_actor', serviceAccountId: service_account_id });
  }
  if (actors.length > 1) {
    throw invalidRequest('session_id: a version has one author; filter by one kind of actor.');
  }
  return actors[0];
}
