import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiDocument } from '../src/index.ts';
import { type ServerUnderTest, serverUnderTest } from './server-under-test.ts';

let tested: ServerUnderTest;
let headers: Record<string, string>;
let known: Record<string, string>;

beforeAll(async () => {
  tested = await serverUnderTest();
  headers = { 'x-api-key': await tested.key(), 'anthropic-beta': 'agent-memory-2026-07-22' };
  const store = await tested.memory.scope('user:ada').stores.create({ name: 'known' });
  const document = await store.create({ path: '/known', content: 'known' });
  known = { store: store.id, memory: document.id, version: document.versionId };
});
afterAll(() => tested.close());

interface Operation {
  parameters: { name: string; in: string }[];
  responses: Record<string, unknown>;
}
const paths = openApiDocument().paths as Record<string, Record<string, Operation>>;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '/a',
    '/a/',
    '/',
    '1',
    '-1',
    'full',
    'basic',
    'true',
    'created',
    'a'.repeat(64),
    '\0',
    '\ud800',
  ),
  fc.constantFrom('2026-01-01T00:00:00Z', '99999-01-01', 'NaN', '{}', '[]', '%', "'", '"', ';--'),
);
const body = fc.oneof(
  fc.record(
    {
      name: fc.oneof(words, fc.jsonValue()),
      path: fc.oneof(words, fc.jsonValue()),
      content: fc.oneof(words, fc.jsonValue()),
      description: fc.oneof(words, fc.jsonValue()),
      metadata: fc.oneof(fc.dictionary(words, fc.oneof(words, fc.constant(null))), fc.jsonValue()),
      precondition: fc.oneof(
        fc.record({ type: words, content_sha256: words }, { requiredKeys: [] }),
        fc.jsonValue(),
      ),
      query: fc.oneof(words, fc.jsonValue()),
      limit: fc.jsonValue(),
      tags: fc.jsonValue(),
      expiresAt: fc.jsonValue(),
      importance: fc.jsonValue(),
      category: fc.jsonValue(),
      dryRun: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);

const request = fc.record({
  operation: fc.constantFrom(...operations),
  segments: fc.infiniteStream(fc.oneof(fc.constant(undefined), words)),
  query: fc.dictionary(words, words, { maxKeys: 2 }),
  values: fc.infiniteStream(fc.option(words, { nil: undefined })),
  body,
});

it('no input causes a 5xx, or an answer outside of the document', async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ operation, segments, query, values, body }) => {
      const { path, method, operation: described } = operation;
      const parts = segments[Symbol.iterator]();
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const given = parts.next().value ?? known[name] ?? '00000000-0000-7000-8000-000000000000';
        return encodeURIComponent(given.toWellFormed().replaceAll(/^\.{1,2}$/g, 'x')) || 'x';
      });
      const search = new URLSearchParams(query);
      const given = values[Symbol.iterator]();
      for (const parameter of described.parameters) {
        const value = given.next().value;
        if (parameter.in === 'query' && value !== undefined) search.set(parameter.name, value);
      }
      const response = await fetch(`${tested.url}${filled}?${search}`, {
        method: method.toUpperCase(),
        headers,
        ...(method === 'get' ? {} : { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as {
        type?: string;
        error?: { message: string };
        request_id?: string;
      };
      const told = JSON.stringify({ method, filled, status: response.status, answer });
      expect(Object.keys(described.responses), told).toContain(String(response.status));
      expect(response.headers.get('request-id'), told).toMatch(/^req_/);
      if (response.status !== 200) {
        expect(answer.type, told).toBe('error');
        expect(answer.error?.message.length, told).toBeGreaterThan(0);
        expect(answer.request_id, told).toBe(response.headers.get('request-id'));
      }
    }),
    { numRuns: 1000 },
  );
}, 120_000);
