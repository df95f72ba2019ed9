import { z } from 'zod';
import { notFound } from '../http/api-error.ts';
import { parameter, type Route, route } from '../http/route.ts';
import {
  decisionSchema,
  deleteQuery,
  deleteReceiptSchema,
  diffQuery,
  diffSchema,
  documentSchema,
  foundDocumentSchema,
  getQuery,
  listQuery,
  pruneBody,
  pruneReportSchema,
  recordSchema,
  restoreBody,
  restoreResultSchema,
  retrieveBody,
  retrievedSchema,
  searchBody,
  statsSchema,
  storeBody,
  storeResultSchema,
  updateBody,
  updateResultSchema,
} from '../wire/records.ts';
import { by, fitting, omitted, pageBytes, storeOf } from './stores-of.ts';

const records = '/v1/mneme/memories';
const store = '/v1/mneme/memory_stores/{store}';

/** Records, under Mneme's own path, and operations on documents that the API of memory stores does not have. */
export const recordRoutes: readonly Route[] = [
  route(`post ${records}`, {
    id: 'storeRecord',
    summary: 'Store a record',
    writes: 'may conflict',
    body: storeBody,
    answer: storeResultSchema,
    handle: (context, { body }) => context.get('scope').store(body, by(context)),
  }),
  route(`get ${records}`, {
    id: 'listRecords',
    summary: 'List records, newest or most important first',
    query: listQuery,
    answer: z.object({ memories: z.array(recordSchema), nextCursor: z.string().optional() }),
    handle: (context, { query }) => context.get('scope').list({ ...query, maxBytes: pageBytes }),
  }),
  route('post /v1/mneme/retrieve', {
    id: 'retrieveRecords',
    summary: 'Retrieve the records that best answer a query, best first',
    body: retrieveBody,
    answer: z.object({ memories: z.array(retrievedSchema), omitted }),
    async handle(context, { body: { query, ...options } }) {
      const { memories } = await context.get('scope').retrieve(query, options);
      const { first, ...rest } = fitting(memories);
      return { memories: first, ...rest };
    },
  }),
  route(`get ${records}/{id}`, {
    id: 'getRecord',
    summary: 'Read a record',
    query: getQuery,
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
    body: updateBody,
    answer: updateResultSchema,
    handle: (context, { body }) =>
      context.get('scope').update(parameter(context, 'id'), body, by(context)),
  }),
  route(`get ${records}/{id}/history`, {
    id: 'getRecordHistory',
    summary: 'Read what a record replaced, and what replaced it, oldest first',
    answer: z.object({
      memories: z.array(recordSchema),
      decisions: z.array(decisionSchema),
      omitted,
    }),
    async handle(context) {
      const id = parameter(context, 'id');
      const scope = context.get('scope');
      const { first, ...rest } = fitting(await scope.history(id));
      return { memories: first, decisions: await scope.decisions(id), ...rest };
    },
  }),
  route(`post ${records}/{id}/restore`, {
    id: 'restoreRecord',
    summary: 'Bring back a record that was replaced',
    writes: 'may conflict',
    body: restoreBody,
    answer: restoreResultSchema,
    handle: (context, { body }) =>
      context.get('scope').restore(parameter(context, 'id'), { ...by(context), ...body }),
  }),
  route(`delete ${records}/{id}`, {
    id: 'deleteRecord',
    summary: 'Delete a record for good',
    writes: 'may conflict',
    query: deleteQuery,
    answer: deleteReceiptSchema,
    handle: (context, { query }) =>
      context.get('scope').delete(parameter(context, 'id'), { ...by(context), ...query }),
  }),
  route('post /v1/mneme/prune', {
    id: 'pruneRecords',
    summary: 'Remove what has expired and what is over the cap',
    writes: 'may conflict',
    body: pruneBody,
    answer: pruneReportSchema,
    handle: (context, { body }) => context.get('scope').prune({ ...by(context), ...body }),
  }),
  route('get /v1/mneme/stats', {
    id: 'getStats',
    summary: 'Count the records of the scope',
    answer: statsSchema,
    handle: (context) => context.get('scope').stats(),
  }),
  route(`post ${store}/search`, {
    id: 'searchMemories',
    summary: 'Search the memories of a store by words and by meaning, best first',
    body: searchBody,
    answer: z.object({ documents: z.array(foundDocumentSchema), omitted }),
    async handle(context, { body: { query, ...options } }) {
      const { documents } = await storeOf(context).search(query, options);
      const { first, ...rest } = fitting(documents);
      return { documents: first, ...rest };
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
    query: diffQuery,
    answer: diffSchema,
    handle: (context, { query: { from, to } }) => storeOf(context).diff(from, to),
  }),
];
