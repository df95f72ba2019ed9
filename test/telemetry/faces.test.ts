import { createMemory, type Memory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { createMcpServer, mcpHandler } from '@mneme/mcp';
import { createApp, Keys, listen, memoryKeys, type RunningServer } from '@mneme/server';
import { sqliteBackend } from '@mneme/sqlite';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mneme, type RunOptions, Workplace } from '../cli/mneme.ts';
import { ask as askServing, serve } from '../cli/serving.ts';
import { api, measured, traced } from './watched.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

let memory: Memory;
let server: RunningServer;
let key: string;

beforeAll(async () => {
  const backend = sqliteBackend({ path: ':memory:' });
  memory = await createMemory({ backend, embedder: staticEmbedder(), telemetry: { api } });
  const keys = new Keys(backend.keys);
  ({ key } = await keys.create({ scope: 'ada@example.com' }));
  server = await listen({ memory, keys, port: 0, mcp: mcpHandler() });
});
afterAll(async () => {
  await server.close();
  await memory.close();
});
beforeEach(() => void traced());

const ask = (path: string, options: { method?: string; body?: object; headers?: object } = {}) =>
  fetch(`${server.url}${path}`, {
    method: options.method ?? (options.body ? 'POST' : 'GET'),
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...options.headers },
    ...(options.body ? { body: JSON.stringify(options.body) } : {}),
  });
const search = (headers: object = {}) =>
  ask('/v1/mneme/retrieve', { body: { query: 'what does Ada drink?' }, headers });

describe('the spans of the server', () => {
  it('continue the trace of the client, down to the memory', async () => {
    expect((await search({ traceparent })).status).toBe(200);
    const spans = traced();
    expect(spans.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^embeddings /),
      'search_memory',
      'POST /v1/mneme/retrieve',
    ]);
    const [, operation, request] = spans;
    expect(spans.every((span) => span.spanContext().traceId === traceId)).toBe(true);
    expect(request!.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
    expect(request!.kind).toBe(api.SpanKind.SERVER);
    expect(operation!.parentSpanContext?.spanId).toBe(request!.spanContext().spanId);
    expect(request!.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1/mneme/retrieve',
      'http.response.status_code': 200,
    });
  });

  it('start a new trace if the client sends none or an invalid one', async () => {
    await search();
    await search({ traceparent: '00-zz-zz-01' });
    const requests = traced().filter(({ name }) => name.startsWith('POST'));
    expect(requests).toHaveLength(2);
    expect(new Set(requests.map((span) => span.spanContext().traceId)).size).toBe(2);
    expect(requests.every((span) => span.parentSpanContext === undefined)).toBe(true);
  });

  it('contain no path, key or scope of a request', async () => {
    await ask('/v1/secret-path-of-ada');
    await ask('/v1/memory_stores/memstore_ada/memories', { headers: { 'x-api-key': 'wrong' } });
    await ask('/healthz', { method: 'PURGE' });
    const spans = traced();
    expect(
      spans.map(({ name, attributes }) => [name, attributes['http.response.status_code']]),
    ).toEqual([
      ['GET', 404],
      ['GET /v1/memory_stores/{store}/memories', 401],
      ['HTTP /healthz', 405],
    ]);
    expect(JSON.stringify(spans.map(({ name, attributes }) => [name, attributes]))).not.toMatch(
      /ada|wrong|mneme_/,
    );
  });

  it('are left to a program that already traces HTTP', async () => {
    const app = createApp({ memory, keys: new Keys(memoryKeys()) });
    await api.trace.getTracer('program').startActiveSpan('GET', async (span) => {
      await app.request('/healthz');
      span.end();
    });
    const [only, ...others] = traced();
    expect(others).toEqual([]);
    expect(only!.attributes['http.route']).toBe('/healthz');
  });

  it('measure requests by route and status', async () => {
    await search();
    const metrics = await measured();
    expect(metrics['http.server.request.duration']).toMatchObject({
      unit: 's',
      scope: '@mneme/server',
    });
    expect(
      metrics['http.server.request.duration']!.points.map(({ attributes }) => attributes),
    ).toContainEqual({
      'http.request.method': 'POST',
      'http.route': '/v1/mneme/retrieve',
      'http.response.status_code': 200,
    });
    expect(metrics['http.server.active_requests']!.points.every(({ value }) => value === 0)).toBe(
      true,
    );
  });
});

describe('the spans of MCP', () => {
  it('continue the trace of the request, with the operations of the tool below', async () => {
    const mcp = await createMcpServer({ scope: memory.scope('bob@example.com') });
    const [here, there] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: 'test', version: '1' });
    await Promise.all([mcp.connect(there), client.connect(here)]);
    traced();
    await client.callTool({
      name: 'memory_store',
      arguments: { content: 'Bob likes coffee' },
      _meta: { traceparent },
    });
    const failed = await client.callTool({ name: 'memory_store', arguments: {} });
    expect(failed.isError).toBe(true);
    const calls = traced().filter(({ name }) => name.startsWith('tools/call'));
    const [store, wrong] = calls;
    expect(calls.map(({ name }) => name)).toEqual([
      'tools/call memory_store',
      'tools/call memory_store',
    ]);
    expect(store!.spanContext().traceId).toBe(traceId);
    expect(store!.attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'memory_store',
    });
    expect(wrong!.status.code).toBe(api.SpanStatusCode.ERROR);
    expect(wrong!.attributes['error.type']).toBe('tool_error');
    const { points } = (await measured())['mcp.server.operation.duration']!;
    expect(points.map(({ attributes }) => attributes['error.type'])).toEqual([
      undefined,
      'tool_error',
    ]);
    expect(JSON.stringify(calls.map(({ attributes }) => attributes))).not.toMatch(/coffee|bob@/);
    await client.close();
  });

  it('are children of the HTTP request’s span', async () => {
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'memory_retrieve', arguments: { query: 'tea' } },
    };
    const answer = await ask('/mcp', {
      body,
      headers: {
        traceparent,
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
    });
    expect(await answer.text()).toContain('structuredContent');
    const spans = traced();
    const call = spans.find(({ name }) => name === 'tools/call memory_retrieve')!;
    const request = spans.find(({ name }) => name === 'POST /mcp')!;
    expect(call.spanContext().traceId).toBe(traceId);
    expect(call.parentSpanContext?.spanId).toBe(request.spanContext().spanId);
  });
});

describe('the spans of the command', () => {
  const place = new Workplace();
  afterAll(() => place.remove());
  const at = ['--db', 'memory.db', '--scope', 'ada@example.com'];
  const spansOf = async (argv: readonly string[], options?: RunOptions) => {
    const { code, stderr } = await place.run(argv, options);
    expect([code, stderr]).toEqual([0, '']);
    return traced();
  };
  const names = (spans: ReturnType<typeof traced>) => spans.map(({ name }) => name);

  it('have no content, unless asked for, and there are none by default', async () => {
    const env = { MNEME_TELEMETRY: 'on' };
    const stored = await spansOf(mneme`store "Ada likes tea" ${at}`, { env });
    expect(names(stored)).toContain('upsert_memory');
    const pruned = await spansOf(mneme`prune --db memory.db`, { env });
    expect(names(pruned)).toContain('prune_memory');
    const all = [...stored, ...pruned].map(({ name, attributes }) => [name, attributes]);
    expect(JSON.stringify(all)).not.toMatch(/tea|ada@/);
    const argv = ['retrieve', 'who likes tea?', ...at];
    expect(await spansOf(argv)).toEqual([]);
    expect(await spansOf(mneme`${argv} --telemetry off`, { env })).toEqual([]);
    const search = (await spansOf(mneme`${argv} --telemetry content`)).find(
      ({ name }) => name === 'search_memory',
    );
    expect(search?.attributes['gen_ai.memory.query.text']).toBe('who likes tea?');
    const wrong = await place.run(argv, { env: { MNEME_TELEMETRY: 'yes' } });
    expect(wrong.stderr).toContain('MNEME_TELEMETRY is "yes": give one of off, on, content');
  });

  it('continue the trace of a client of mneme serve, beside metrics for Prometheus', async () => {
    const { key } = await place.json<{ key: string }>(mneme`keys create ${at}`);
    const serving = await serve(place, mneme`--db memory.db --telemetry on --metrics token`, {
      env: { MNEME_METRICS_TOKEN: 'the-token-of-prometheus' },
    });
    const headers = { 'x-api-key': key, traceparent };
    await fetch(`${serving.url}/v1/mneme/stats`, { headers });
    await askServing(serving, key, {
      ...{ path: '/v1/mneme/retrieve', method: 'POST', body: { query: 'tea' } },
    });
    const read = (token: string) =>
      fetch(`${serving.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const text = await (await read('the-token-of-prometheus')).text();
    expect((await read(key)).status).toBe(401);
    expect(await serving.stop()).toBe(0);
    expect(text).toContain('mneme_store_memories{mneme_state="current"} 1\n');
    expect(text).toMatch(/^mneme_search_memories_count 1$/m);
    expect(text + serving.log()).not.toContain('the-token-of-prometheus');
    const [stats, ...others] = traced();
    expect([stats?.name, stats?.spanContext().traceId]).toEqual(['GET /v1/mneme/stats', traceId]);
    expect(names(others)).toContain('search_memory');
  });
});
