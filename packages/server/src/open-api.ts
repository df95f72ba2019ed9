import { z } from 'zod';
import {
  deletedMemorySchema,
  deletedStoreSchema,
  memorySchema,
  prefixSchema,
  storeSchema,
  versionSchema,
} from './wire/objects.ts';
import {
  createStoreBody,
  deleteMemoryQuery,
  listMemoriesQuery,
  listStoresQuery,
  listVersionsQuery,
  olderUpdateMemoryBody,
  updateStoreBody,
  upsertMemoryBody,
  viewQuery,
} from './wire/requests.ts';

interface Operation {
  method: 'get' | 'post' | 'patch' | 'delete';
  path: string;
  id: string;
  summary: string;
  query?: z.ZodObject;
  body?: z.ZodType;
  answer: z.ZodType;
  /** Beside those that any operation may answer. */
  failures?: number[];
}

const errorSchema = z
  .object({
    type: z.literal('error'),
    error: z.object({
      type: z.string(),
      message: z.string(),
      conflicting_memory_id: z.string().optional(),
      conflicting_path: z.string().optional(),
    }),
    request_id: z.string(),
  })
  .meta({ id: 'Error' });

const page = (item: z.ZodType) =>
  z.object({ data: z.array(item), next_page: z.string().nullable() });
/** Forms of the library, described there. */
const anything = z.looseObject({});

const stores = '/v1/memory_stores';
const store = `${stores}/{store}`;
const memories = `${store}/memories`;
const memory = `${memories}/{memory}`;
const versions = `${store}/memory_versions`;
const version = `${versions}/{version}`;

const operations: readonly Operation[] = [
  {
    method: 'post',
    path: stores,
    id: 'createStore',
    summary: 'Create a memory store',
    body: createStoreBody,
    answer: storeSchema,
  },
  {
    method: 'get',
    path: stores,
    id: 'listStores',
    summary: 'List memory stores, newest first',
    query: listStoresQuery,
    answer: page(storeSchema),
  },
  {
    method: 'get',
    path: store,
    id: 'getStore',
    summary: 'Read a memory store',
    answer: storeSchema,
  },
  {
    method: 'post',
    path: store,
    id: 'updateStore',
    summary: 'Update a memory store',
    body: updateStoreBody,
    answer: storeSchema,
  },
  {
    method: 'patch',
    path: store,
    id: 'patchStore',
    summary: 'Update a memory store',
    body: updateStoreBody,
    answer: storeSchema,
  },
  {
    method: 'delete',
    path: store,
    id: 'deleteStore',
    summary: 'Delete a memory store with all that is in it',
    answer: deletedStoreSchema,
  },
  {
    method: 'post',
    path: `${store}/archive`,
    id: 'archiveStore',
    summary: 'Make a memory store read-only',
    answer: storeSchema,
  },
  {
    method: 'post',
    path: memories,
    id: 'createMemory',
    summary: 'Create a memory',
    query: viewQuery,
    body: upsertMemoryBody,
    answer: memorySchema,
    failures: [409],
  },
  {
    method: 'get',
    path: memories,
    id: 'listMemories',
    summary: 'List memories by path',
    query: listMemoriesQuery,
    answer: page(z.union([memorySchema, prefixSchema])),
  },
  {
    method: 'get',
    path: memory,
    id: 'getMemory',
    summary: 'Read a memory',
    query: viewQuery,
    answer: memorySchema,
  },
  {
    method: 'post',
    path: memory,
    id: 'updateMemory',
    summary: 'Update a memory',
    query: viewQuery,
    body: olderUpdateMemoryBody,
    answer: memorySchema,
    failures: [409],
  },
  {
    method: 'patch',
    path: memory,
    id: 'patchMemory',
    summary: 'Update a memory',
    query: viewQuery,
    body: olderUpdateMemoryBody,
    answer: memorySchema,
    failures: [409],
  },
  {
    method: 'delete',
    path: memory,
    id: 'deleteMemory',
    summary: 'Delete a memory',
    query: deleteMemoryQuery,
    answer: deletedMemorySchema,
    failures: [409],
  },
  {
    method: 'get',
    path: versions,
    id: 'listVersions',
    summary: 'List versions, newest first',
    query: listVersionsQuery,
    answer: page(versionSchema),
  },
  {
    method: 'get',
    path: version,
    id: 'getVersion',
    summary: 'Read a version',
    query: viewQuery,
    answer: versionSchema,
  },
  {
    method: 'post',
    path: `${version}/redact`,
    id: 'redactVersion',
    summary: 'Scrub a version for good',
    answer: versionSchema,
    failures: [409],
  },
  {
    method: 'post',
    path: '/v1/mneme/memories',
    id: 'storeRecord',
    summary: 'Store a record',
    body: z.looseObject({ content: z.string() }),
    answer: anything,
    failures: [409],
  },
  {
    method: 'get',
    path: '/v1/mneme/memories',
    id: 'listRecords',
    summary: 'List records',
    answer: anything,
  },
  {
    method: 'post',
    path: '/v1/mneme/retrieve',
    id: 'retrieveRecords',
    summary: 'Retrieve records',
    body: z.looseObject({ query: z.string() }),
    answer: anything,
  },
  {
    method: 'get',
    path: '/v1/mneme/memories/{id}',
    id: 'getRecord',
    summary: 'Read a record',
    answer: anything,
  },
  {
    method: 'get',
    path: '/v1/mneme/memories/{id}/history',
    id: 'getRecordHistory',
    summary: 'Read what a record replaced, and what replaced it',
    answer: anything,
  },
  {
    method: 'delete',
    path: '/v1/mneme/memories/{id}',
    id: 'deleteRecord',
    summary: 'Delete a record',
    answer: anything,
  },
  {
    method: 'post',
    path: '/v1/mneme/prune',
    id: 'pruneRecords',
    summary: 'Prune the scope',
    body: anything,
    answer: anything,
  },
  {
    method: 'get',
    path: '/v1/mneme/stats',
    id: 'getStats',
    summary: 'Count records',
    answer: anything,
  },
  {
    method: 'post',
    path: `/v1/mneme/memory_stores/{store}/search`,
    id: 'searchMemories',
    summary: 'Search memories by words and by meaning',
    body: z.looseObject({ query: z.string() }),
    answer: anything,
  },
  {
    method: 'post',
    path: `/v1/mneme/memory_stores/{store}/memory_versions/{version}/restore`,
    id: 'restoreVersion',
    summary: 'Restore a memory to a version',
    answer: anything,
    failures: [409],
  },
  {
    method: 'get',
    path: `/v1/mneme/memory_stores/{store}/diff`,
    id: 'diffVersions',
    summary: 'Compare two versions',
    query: z.object({ from: z.string(), to: z.string() }),
    answer: anything,
  },
];

/** OpenAPI 3.1, made of the very schemas that requests are parsed with. */
export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] ??= {};
    paths[operation.path]![operation.method] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Mneme', version: '1', description: 'Memory stores and memory records.' },
    security: [{ key: [] }, { bearer: [] }],
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
    paths,
  };
}

function describe({ path, id, summary, query, body, answer, failures = [] }: Operation) {
  const statuses = [400, 401, 403, 404, 413, 429, ...failures];
  return {
    operationId: id,
    summary,
    parameters: [...pathParameters(path), ...betaParameter(path), ...queryParameters(query)],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: toSchema(body, 'input') } },
          },
        }),
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: toSchema(answer, 'output') } },
      },
      ...Object.fromEntries(statuses.map((status) => [status, failure])),
    },
  };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

const failure = {
  description: 'Refused',
  content: { 'application/json': { schema: toSchema(errorSchema, 'output') } },
};

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }));
}

function betaParameter(path: string) {
  if (!path.startsWith(stores)) return [];
  const schema = {
    type: 'string',
    enum: ['agent-memory-2026-07-22', 'managed-agents-2026-04-01'],
  };
  return [{ name: 'anthropic-beta', in: 'header', required: true, schema }];
}

function queryParameters(query: z.ZodObject | undefined) {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !(schema as z.ZodType).safeParse(undefined).success,
    schema: toSchema(schema as z.ZodType, 'input'),
  }));
}
