import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import type { OpenApiDocument } from './http/environment.ts';
import type { Route } from './http/route.ts';
import { routes } from './routes/index.ts';
import { errorSchema } from './wire/objects.ts';

/** OpenAPI 3.1, made from the server's routes and the schemas that check requests. */
export function openApiDocument(): OpenApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: toOperation(route) };
  }
  return createDocument(
    {
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
    },
    {
      // Answers may get further fields later; clients should not fail on them.
      override: ({ jsonSchema, io }) => {
        if (io === 'output' && jsonSchema.additionalProperties === false) {
          delete jsonSchema.additionalProperties;
        }
      },
    },
  );
}

function toOperation(route: Route): ZodOpenApiOperationObject {
  const { id, summary, path, query, body, answer, open } = route;
  return {
    operationId: id,
    summary,
    ...(open ? { security: [] } : {}),
    requestParams: { path: pathParameters(path), ...(query && { query }), header: headers(route) },
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      200: {
        description: 'Done',
        headers: route.tagged ? tagHeaders : requestId,
        content: json(answer),
      },
      ...(route.tagged && {
        304: { description: 'The client has it already', headers: tagHeaders },
      }),
      ...Object.fromEntries(failuresOf(route).map((status) => [status, failures[status]])),
    },
  };
}

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });

function pathParameters(path: string): z.ZodObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return z.object(Object.fromEntries(names.map((name) => [name, z.string().min(1)])));
}

function headers({ path, tagged }: Route): z.ZodObject {
  return z.object({
    ...(path.startsWith('/v1/memory_stores') && {
      'anthropic-beta': z.string().meta({
        description:
          'Names agent-memory-2026-07-22, or managed-agents-2026-04-01 for the older dialect.',
        examples: ['agent-memory-2026-07-22'],
      }),
    }),
    ...(tagged && {
      'if-none-match': z.string().optional().meta({
        description:
          'The etag of an earlier answer, or the content_sha256 of a known text, in quotes.',
      }),
    }),
  });
}

const requestId = z.object({ 'request-id': z.string() });

const tagHeaders = requestId.extend({ etag: z.string() });

const failure = (
  description: string,
  headers: z.ZodObject = requestId,
): ZodOpenApiResponseObject => ({
  description,
  headers,
  content: json(errorSchema),
});
const retryAfter = requestId.extend({ 'retry-after': z.string() });

const failures: Readonly<Record<number, ZodOpenApiResponseObject>> = {
  400: failure('The request has a wrong form; the message names the field'),
  401: failure('No valid key was sent'),
  403: failure('The key is read_only'),
  404: failure('It does not exist in the scope of the key'),
  409: failure(
    'It conflicts with what is stored',
    requestId.extend({
      'x-should-retry': z.enum(['false']).optional().meta({
        description: 'The same request would be answered the same.',
      }),
    }),
  ),
  413: failure('The body is too large'),
  429: failure('Too many requests', retryAfter),
  500: failure('The server failed'),
  503: failure('The store is busy, away or can only be read', retryAfter),
  507: failure('The store is full'),
};

function failuresOf({ open, writes, body }: Route): number[] {
  if (open) return [429, 500, 503];
  return [
    ...[400, 401, 404, 429, 500, 503],
    ...(writes ? [403, 507] : []),
    ...(writes === 'may conflict' ? [409] : []),
    ...(body ? [413] : []),
  ];
}
