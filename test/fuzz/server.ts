import { createApp, type OpenApiDocument } from '@mneme/server';
import { expect } from 'vitest';
import type { Place } from '../every-call.ts';
import { complaintAboutText, type Entrance, type Outcome } from './entrance.ts';

/** Valid bodies by operation id. */
const bodies: Record<string, (place: Place) => object> = {
  storeRecord: () => ({
    content: 'Ada moved to Porto',
    category: 'factual_knowledge',
    tags: ['home'],
    importance: 4,
    expiresAt: '2099-01-01',
    source: { session: 's1', sequence: 3 },
    metadata: { project: 'heron' },
    onConflict: 'supersede',
  }),
  retrieveRecords: () => ({
    query: 'which tea?',
    limit: 5,
    where: { project: 'heron' },
    tags: ['tea'],
  }),
  updateRecord: () => ({ content: 'Ada prefers black tea', importance: 5, expiresAt: null }),
  appendEpisodes: () => ({
    session: 'fuzzed',
    turns: [{ content: 'I moved to Porto', speaker: 'Ada', sequence: 3, tags: ['home'] }],
    reason: 'said',
  }),
  recall: () => ({ message: 'which tea?', tokenBudget: 300, limit: 3, where: { a: 1 } }),
  pruneRecords: () => ({ maxRecords: 100, dryRun: true, reason: 'old' }),
  createStore: () => ({ name: 'more', description: 'all', metadata: { a: 'b' } }),
  updateStore: () => ({ name: 'notes', metadata: { a: null } }),
  createMemory: () => ({ path: '/new.md', content: 'text' }),
  updateMemory: () => ({
    content: 'other',
    precondition: { type: 'content_sha256', content_sha256: 'a'.repeat(64) },
  }),
  searchMemories: () => ({ query: 'friday', limit: 3, pathPrefix: '/' }),
};

/** Valid query parameters of all operations; an operation refuses those it does not know. */
const query = {
  limit: '5',
  page: 'x',
  view: 'full',
  cursor: 'x',
  order: 'newest',
  tags: 'tea',
  'created_at[gte]': '2026-01-01',
  path_prefix: '/',
  depth: '1',
  where: '{"project":"heron"}',
  older: 'memver_x',
};

interface Operation {
  id: string;
  method: string;
  path: string;
  hasBody: boolean;
}

/** All operations in the server's OpenAPI document. */
export async function operationsOf(place: Place): Promise<Operation[]> {
  const app = createApp({ memory: place.memory, keys: place.keys });
  const { paths } = (await (await app.request('/openapi.json')).json()) as OpenApiDocument & {
    paths: Record<string, Record<string, { operationId: string; requestBody?: object }>>;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, requestBody }]) => ({
      ...{ id: operationId, method, path },
      hasBody: requestBody !== undefined,
    })),
  );
  const ids = new Set(operations.map(({ id }) => id));
  expect(Object.keys(bodies).filter((id) => !ids.has(id))).toEqual([]);
  return operations;
}

interface Request {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body?: unknown;
}

export function serverEntrances(operations: readonly Operation[]): Entrance[] {
  return operations.map((operation) => ({
    name: `${operation.method} ${operation.path}`,
    valid: (place): Request => ({
      path: pathOf(operation, place),
      query: operation.hasBody ? {} : { ...query },
      headers: { 'anthropic-beta': 'agent-memory-2026-07-22', 'content-type': 'application/json' },
      ...(operation.hasBody ? { body: bodies[operation.id]?.(place) ?? {} } : {}),
    }),
    async call(place, given: Request) {
      const request = toRequest(operation, given, place.key);
      if (request === undefined) return { refused: false };
      const app = createApp({ memory: place.memory, keys: place.keys });
      return outcomeOf(await app.request(...request));
    },
  }));
}

/** Existing ids, or unknown ones for calls that delete, redact or archive. */
function pathOf({ method, path }: Operation, { ids }: Place): Record<string, string> {
  const gone = method === 'delete' || path.endsWith('/redact') || path.endsWith('/archive');
  return {
    id: gone ? '01890000-0000-7000-8000-000000000000' : ids.record,
    store: gone ? 'memstore_x' : ids.store,
    memory: ids.document,
    version: ids.version,
    session: gone ? 'none' : 'fuzzed',
  };
}

/** Returns undefined if no client could send this request. */
function toRequest(
  { method, path }: Operation,
  given: Request,
  key: string,
): [string, RequestInit] | undefined {
  try {
    const { path: parts, query: asked, headers: sent, body } = given;
    const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String((parts as Record<string, unknown> | undefined)?.[name])),
    );
    const search = Object.entries(asked ?? {})
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
      .join('&');
    const headers = new Headers({ 'x-api-key': key });
    for (const [name, value] of Object.entries(sent ?? {})) headers.set(name, String(value));
    const url = new URL(`http://localhost${place}${search === '' ? '' : `?${search}`}`).href;
    const init: RequestInit = { method: method.toUpperCase(), headers };
    if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body);
    return [new Request(url, init).url, init];
  } catch {
    return undefined;
  }
}

async function outcomeOf(response: Response): Promise<Outcome> {
  const text = await response.text();
  if (response.status < 400) return { refused: false };
  const refused = true;
  const complain = (complaint: string) => ({
    refused,
    complaint: `${response.status}, ${complaint}: ${text.slice(0, 500)}`,
  });
  if (response.status >= 500) return complain('a failure of the inside');
  try {
    const { type, error, request_id } = JSON.parse(text);
    if (type !== 'error' || typeof error.type !== 'string' || typeof error.message !== 'string')
      return complain('not the form of an error');
    if (request_id !== response.headers.get('request-id')) return complain('another request id');
  } catch {
    return complain('no JSON');
  }
  return { refused, complaint: complaintAboutText(text) };
}
