import type { DocumentActor } from '@mneme/core/documents';
import { z } from 'zod';
import { invalidRequest, notFound } from '../http/api-error.ts';
import { parameter, type Route, route } from '../http/route.ts';
import {
  createdAt,
  pageOf,
  paging,
  toWireVersion,
  versionSchema,
  view,
  viewQuery,
} from '../wire/objects.ts';
import { pageBytes, pageSize, storeOf } from './stores-of.ts';

const listVersionsQuery = z.object({
  ...paging,
  ...createdAt,
  view,
  memory_id: z.string().optional(),
  operation: z.enum(['created', 'modified', 'deleted']).optional(),
  session_id: z.string().optional(),
  api_key_id: z.string().optional(),
  service_account_id: z.string().optional(),
});

const versions = '/v1/memory_stores/{store}/memory_versions';
const version = `${versions}/{version}`;

export const memoryVersionRoutes: readonly Route[] = [
  route(`get ${versions}`, {
    id: 'listVersions',
    summary: 'List versions, newest first',
    query: listVersionsQuery,
    answer: pageOf(versionSchema),
    async handle(context, { query }) {
      const { view = 'basic' } = query;
      const { versions, nextCursor } = await storeOf(context).versions({
        documentId: query.memory_id,
        operation: query.operation,
        createdBy: actorOf(query),
        createdFrom: query['created_at[gte]'],
        createdTo: query['created_at[lte]'],
        withContent: view === 'full',
        limit: pageSize(query.limit, view),
        maxBytes: pageBytes,
        cursor: query.page,
      });
      const data = versions.map((found) => toWireVersion(found, view));
      return { data, next_page: nextCursor ?? null };
    },
  }),
  route(`get ${version}`, {
    id: 'getVersion',
    summary: 'Read a version',
    query: viewQuery,
    answer: versionSchema,
    async handle(context, { query: { view = 'full' } }) {
      const id = parameter(context, 'version');
      const found = await storeOf(context).version(id);
      if (found === undefined) throw notFound(`There is no version ${id} in this store.`);
      return toWireVersion(found, view);
    },
  }),
  route(`post ${version}/redact`, {
    id: 'redactVersion',
    summary: 'Redact a version for good',
    writes: 'may conflict',
    answer: versionSchema,
    handle: async (context) =>
      toWireVersion(await storeOf(context).redact(parameter(context, 'version')), 'full'),
  }),
];

/** A version has one actor, so two filters on it must be a mistake. */
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
