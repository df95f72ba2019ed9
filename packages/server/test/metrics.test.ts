import { createMemory } from '@mneme/core';
import { inMemoryBackend } from '@mneme/store/memory';
import parse from 'parse-prometheus-text-format';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type MetricsOptions, prometheusMetrics } from '../src/index.ts';
import { type ServerUnderTest, serverUnderTest } from './server-under-test.ts';

let tested: ServerUnderTest | undefined;

/** A server with metrics, and a key of a tenant. */
async function start(access: MetricsOptions['access']) {
  const metrics = prometheusMetrics();
  const server = await serverUnderTest({ metrics: { metrics, access } });
  tested = server;
  const key = await server.key({ scope: 'ada@example.com' });
  const ask = (path: string, headers: Record<string, string> = {}, body?: object) =>
    fetch(server.url + path, {
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  return { ask, key, memory: server.memory };
}

afterEach(async () => {
  vi.useRealTimers();
  await tested?.close();
  tested = undefined;
});

describe('/metrics', () => {
  it('is off by default', async () => {
    tested = await serverUnderTest();
    const key = await tested.key();
    for (const headers of [{}, { 'x-api-key': key }] as Record<string, string>[])
      expect((await fetch(`${tested.url}/metrics`, { headers })).status).toBe(404);
  });

  it('reports operations in the Prometheus format', async () => {
    const { ask, key } = await start('open');
    const auth = { 'x-api-key': key };
    await ask('/v1/mneme/retrieve', auth, { query: 'nothing is here' });
    await ask('/v1/mneme/memories', auth, { content: 'Ada likes tea' });
    await ask('/v1/mneme/memories', auth, { content: 'Ada likes tea' });
    await ask('/v1/mneme/memories/no-id', auth);
    const answer = await ask('/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await answer.text();
    const families = parse(text);
    const named = (name: string) => families.find((family) => family.name === name);
    expect(families.map(({ name, type }) => `${name} ${type}`).sort()).toEqual([
      'gen_ai_client_operation_duration_seconds HISTOGRAM',
      'http_server_active_requests GAUGE',
      'http_server_request_duration_seconds HISTOGRAM',
      'mneme_index_evictions_total COUNTER',
      'mneme_index_lookups_total COUNTER',
      'mneme_index_scopes GAUGE',
      'mneme_index_size_bytes GAUGE',
      'mneme_operations_active GAUGE',
      'mneme_search_empty_total COUNTER',
      'mneme_search_memories HISTOGRAM',
      'mneme_store_memories GAUGE',
      'mneme_store_size_bytes GAUGE',
      'mneme_stored_total COUNTER',
      'nodejs_eventloop_delay_max_seconds GAUGE',
      'nodejs_eventloop_delay_p50_seconds GAUGE',
      'nodejs_eventloop_delay_p99_seconds GAUGE',
      'process_memory_usage_bytes GAUGE',
      'v8js_memory_heap_used_bytes GAUGE',
    ]);
    const resident = Number(named('process_memory_usage_bytes')?.metrics[0]?.value);
    expect(resident).toBeGreaterThan(
      Number(named('v8js_memory_heap_used_bytes')?.metrics[0]?.value),
    );
    expect(families.every(({ help }) => help.length > 10)).toBe(true);
    expect(named('mneme_search_empty_total')?.metrics).toEqual([{ value: '1' }]);
    expect(named('mneme_stored_total')?.metrics).toEqual([
      { value: '1', labels: { mneme_outcome: 'created' } },
      { value: '1', labels: { mneme_outcome: 'confirmed' } },
    ]);
    expect(named('mneme_store_memories')?.metrics).toContainEqual({
      value: '1',
      labels: { mneme_state: 'current' },
    });
    const labels =
      'http_request_method="POST",http_response_status_code="200",http_route="/v1/mneme/memories"';
    const buckets = [
      ...text.matchAll(/^http_server_request_duration_seconds_bucket\{(.*),le="(.*)"\} (\d+)$/gm),
    ];
    const stored = buckets
      .filter(([, of]) => of === labels)
      .map(([, , le, count]) => [le, Number(count)]);
    expect(stored.at(-1)).toEqual(['+Inf', 2]);
    const counts = stored.map(([, count]) => count as number);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(text).toContain(`http_server_request_duration_seconds_count{${labels}} 2\n`);
  });

  it('contains no tenant, id, key or content, whatever was requested', async () => {
    const { ask, key } = await start('open');
    const auth = { 'x-api-key': key };
    await ask('/v1/mneme/memories', auth, { content: 'Ada likes tea', tags: ['secret-tag'] });
    await ask('/v1/mneme/retrieve', auth, { query: 'tea"} evil 1' });
    await ask('/v1/tea/ada%40example.com', auth);
    await ask('/v1/memory_stores/memstore_tea', { 'x-api-key': 'wrong-key' });
    const text = await (await ask('/metrics')).text();
    expect(text).not.toMatch(/tea|ada@|secret-tag|evil|wrong-key|memstore_|mneme_sk/i);
    expect(text).not.toContain(key);
  });

  it('accepts only the token if one is configured, and no tenant’s key', async () => {
    const { ask, key } = await start({ token: 'the-token-of-prometheus' });
    const statuses = async (headers: Record<string, string>) =>
      (await ask('/metrics', headers)).status;
    expect(await statuses({})).toBe(401);
    expect(await statuses({ 'x-api-key': key })).toBe(401);
    expect(await statuses({ authorization: `Bearer ${key}` })).toBe(401);
    expect(await statuses({ authorization: 'Bearer the-token-of-prometheu' })).toBe(401);
    expect(await statuses({ authorization: 'Bearer the-token-of-prometheus' })).toBe(200);
    const refused = await ask('/v1/mneme/stats', {
      authorization: 'Bearer the-token-of-prometheus',
    });
    expect(refused.status).toBe(401);
  });

  it('accepts every key, if configured so, but no request without a key', async () => {
    const { ask, key } = await start('keys');
    expect((await ask('/metrics')).status).toBe(401);
    expect((await ask('/metrics', { 'x-api-key': 'wrong' })).status).toBe(401);
    expect((await ask('/metrics', { 'x-api-key': key })).status).toBe(200);
  });

  it('shows the connections and cached indexes of a store that has them, and estimates its counts', async () => {
    const metrics = prometheusMetrics();
    const gauges = {
      connections: { open: 3, idle: 1, waiting: 7, max: 10 },
      indexes: { scopes: 2, bytes: 4096, hits: 5, misses: 2, evictions: 1 },
    };
    const backend = Object.assign(inMemoryBackend(), {
      gauges: () => gauges,
      estimate: async () => ({ current: 2_000_000, superseded: 5, expired: 0 }),
      stats: () => Promise.reject(new Error('counts everything')),
    });
    const memory = await createMemory({ backend, telemetry: { api: { metrics } } });
    const lines = (await metrics.text()).split('\n').filter((line) => !line.startsWith('#'));
    expect(lines).toEqual(
      expect.arrayContaining([
        'mneme_store_memories{mneme_state="current"} 2000000',
        'db_client_connection_count{db_client_connection_state="idle"} 1',
        'db_client_connection_count{db_client_connection_state="used"} 2',
        'db_client_connection_max 10',
        'db_client_connection_pending_requests 7',
        'mneme_index_scopes 2',
        'mneme_index_size_bytes 4096',
        'mneme_index_lookups_total{mneme_cached="true"} 5',
        'mneme_index_lookups_total{mneme_cached="false"} 2',
        'mneme_index_evictions_total 1',
      ]),
    );
    await memory.close();
  });

  it('leaves out the size of a closed store, but reports the rest', async () => {
    const { ask, key, memory } = await start('open');
    await ask('/v1/mneme/retrieve', { 'x-api-key': key }, { query: 'a' });
    await memory.close();
    const names = parse(await (await ask('/metrics')).text()).map(({ name }) => name);
    expect(names).toContain('gen_ai_client_operation_duration_seconds');
    expect(names).not.toContain('mneme_store_memories');
  });
});

describe('prometheusMetrics', () => {
  it('keeps a limited number of series, and counts all others together', async () => {
    const metrics = prometheusMetrics();
    const counter = metrics.getMeter('test').createCounter('asked', { description: 'How often.' });
    for (let index = 0; index < 1000; index++) counter.add(1, { user: `user ${index}` });
    const [family] = parse(await metrics.text());
    expect(family!.metrics).toHaveLength(501);
    expect(family!.metrics.slice(499)).toEqual([
      { value: '1', labels: { user: 'user 499' } },
      { value: '500', labels: { otel_metric_overflow: 'true' } },
    ]);
  });

  it('escapes labels so that no value can end one', async () => {
    const metrics = prometheusMetrics();
    const counter = metrics.getMeter('test').createCounter('asked', { description: 'a\\b\nc' });
    const value = 'quote " backslash \\ line\nend } 1';
    counter.add(2, { value, 'other.name': true });
    const text = await metrics.text();
    expect(text.split('\n')).toHaveLength(4);
    const [family] = parse(text);
    expect(family!.metrics).toEqual([{ value: '2', labels: { other_name: 'true', value } }]);
  });

  it('uses the same series for the same attributes in another order', async () => {
    const metrics = prometheusMetrics();
    const counter = metrics.getMeter('test').createUpDownCounter('open');
    counter.add(2, { a: 'x', b: 'y' });
    metrics.getMeter('other').createUpDownCounter('open').add(-1, { b: 'y', a: 'x', c: undefined });
    expect(parse(await metrics.text())[0]!.metrics).toEqual([
      { value: '1', labels: { a: 'x', b: 'y' } },
    ]);
  });

  it('cumulates buckets, and counts values above the last one', async () => {
    const metrics = prometheusMetrics();
    const advice = { explicitBucketBoundaries: [1, 5] };
    const sizes = metrics.getMeter('test').createHistogram('size', { unit: 'By', advice });
    for (const size of [0.5, 1, 4, 5, 100]) sizes.record(size);
    expect(parse(await metrics.text())).toEqual([
      {
        name: 'size_bytes',
        help: '',
        type: 'HISTOGRAM',
        metrics: [{ buckets: { 1: '2', 5: '4', '+Inf': '5' }, count: '5', sum: '110.5' }],
      },
    ]);
  });

  it('limits how long it waits for gauges, and how often it reads them', async () => {
    vi.useFakeTimers();
    const metrics = prometheusMetrics();
    let asked = 0;
    const meter = metrics.getMeter('test');
    meter.createObservableGauge('slow').addCallback(() => new Promise(() => {}));
    meter.createObservableGauge('broken').addCallback(() => Promise.reject(new Error('no')));
    meter.createObservableGauge('quick').addCallback((result) => result.observe(++asked));
    const text = metrics.text();
    await vi.advanceTimersByTimeAsync(5000);
    expect(parse(await text).map(({ name }) => name)).toEqual(['quick']);
    const again = Promise.all([metrics.text(), metrics.text()]);
    await vi.advanceTimersByTimeAsync(5000);
    await again;
    expect(asked).toBe(2);
  });
});
