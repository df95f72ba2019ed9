import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';
import { ask, serve } from './serving.ts';

const place = new Workplace();
const file = place.path('spans.jsonl');
const preload = fileURLToPath(new URL('../telemetry/preloaded.mjs', import.meta.url));
const watched = { NODE_OPTIONS: `--import ${preload}`, TEST_SPANS_FILE: file };
const store = ['--db', 'memory.db', '--scope', 'ada@example.com'];

beforeEach(() => rmSync(file, { force: true }));
afterAll(() => place.remove());

interface Span {
  name: string;
  traceId: string;
  attributes: Record<string, unknown>;
}

function spans(): Span[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Span);
}

describe('the OpenTelemetry of the process', () => {
  it('gets the operations of a command without their content', async () => {
    const env = { ...watched, MNEME_TELEMETRY: 'on' };
    expect((await place.runAlone(mneme`store "Ada likes tea" ${store}`, { env })).code).toBe(0);
    expect((await place.runAlone(mneme`prune --db memory.db`, { env })).code).toBe(0);
    const names = spans().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['upsert_memory', 'prune_memory']));
    expect(readFileSync(file, 'utf8')).not.toMatch(/tea|ada@/);
  });

  it('gets content with `--telemetry content`, and nothing by default', async () => {
    const argv = ['retrieve', 'who likes tea?', ...store];
    await place.runAlone(mneme`${argv} --telemetry off`, {
      env: { ...watched, MNEME_TELEMETRY: 'on' },
    });
    await place.runAlone(argv, { env: watched });
    expect(spans()).toEqual([]);
    await place.runAlone(mneme`${argv} --telemetry content`, { env: watched });
    const search = spans().find(({ name }) => name === 'search_memory');
    expect(search?.attributes['gen_ai.memory.query.text']).toBe('who likes tea?');
  });

  it('continues the trace of a client of the server', async () => {
    const { key } = await place.json<{ key: string }>(mneme`keys create ${store}`);
    const server = await serve(place, mneme`--db memory.db --telemetry on`, watched);
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await fetch(`${server.url}/v1/mneme/stats`, {
      headers: { 'x-api-key': key, traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    });
    await ask(server, key, { path: '/v1/mneme/retrieve', method: 'POST', body: { query: 'tea' } });
    expect(await server.stop()).toBe(0);
    const [stats, ...others] = spans();
    expect(stats).toMatchObject({ name: 'GET /v1/mneme/stats', traceId });
    expect(others.map(({ name }) => name)).toContain('search_memory');
  });

  it('works together with metrics for Prometheus', async () => {
    const env = { ...watched, MNEME_METRICS_TOKEN: 'the-token-of-prometheus' };
    const { key } = await place.json<{ key: string }>(mneme`keys create ${store}`);
    const argv = ['--db', 'memory.db', '--telemetry', 'on', '--metrics', 'token'];
    const server = await serve(place, argv, env);
    await ask(server, key, { path: '/v1/mneme/retrieve', method: 'POST', body: { query: 'tea' } });
    const read = (token: string) =>
      fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const text = await (await read('the-token-of-prometheus')).text();
    expect((await read(key)).status).toBe(401);
    expect(await server.stop()).toBe(0);
    expect(text).toContain('mneme_store_memories{mneme_state="current"} 1\n');
    expect(text).toMatch(/^mneme_search_memories_count 1$/m);
    expect(spans().map(({ name }) => name)).toContain('search_memory');
    expect(text + server.log()).not.toContain('the-token-of-prometheus');
  });

  it('and metrics need to know who may read them', async () => {
    const missing = await place.run(mneme`serve --port 0 --metrics token ${store.slice(0, 2)}`);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('MNEME_METRICS_TOKEN');
    const wrong = await place.run(mneme`serve --port 0 --metrics all ${store.slice(0, 2)}`);
    expect(wrong.stderr).toContain('give one of open, keys, token');
  });

  it('changes nothing if no SDK is set up', async () => {
    const { code, stderr } = await place.runAlone(mneme`db stats --db memory.db --telemetry on`);
    expect([code, stderr]).toEqual([0, '']);
  });

  it('is refused for an unknown value of --telemetry', async () => {
    const { code, stderr } = await place.run(
      mneme`db stats ${store.slice(0, 2)} --telemetry contnet`,
    );
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean content?');
    const wrong = await place.run(mneme`db stats ${store.slice(0, 2)}`, {
      env: { MNEME_TELEMETRY: 'yes' },
    });
    expect(wrong.stderr).toContain('MNEME_TELEMETRY is "yes": give one of off, on, content');
  });
});
