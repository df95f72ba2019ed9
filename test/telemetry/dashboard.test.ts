import { readFileSync } from 'node:fs';
import { createMemory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { mcpHandler } from '@mneme/mcp';
import { createApp, Keys, memoryKeys, prometheusMetrics } from '@mneme/server';
import { sqliteBackend } from '@mneme/sqlite';
import { parser } from '@prometheus-io/lezer-promql';
import { beforeAll, expect, it } from 'vitest';

const file = new URL('../../docs/integrations/grafana-dashboard.json', import.meta.url);

interface Dashboard {
  templating: { list: { name: string; type: string; query: string | { query: string } }[] };
  panels: {
    id: number;
    title: string;
    gridPos: { x: number; y: number; w: number; h: number };
    targets: { expr: string; legendFormat: string }[];
  }[];
}

const dashboard = JSON.parse(readFileSync(file, 'utf8')) as Dashboard;
const targets = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
);

/** Of each name that the server gives out, which labels it has. */
const given = new Map<string, Set<string>>();

// What Prometheus adds to whatever it reads.
const added = ['job', 'instance'];

beforeAll(async () => {
  const metrics = prometheusMetrics();
  const backend = sqliteBackend({ path: ':memory:' });
  const telemetry = { api: { metrics } };
  const memory = await createMemory({ backend, embedder: staticEmbedder(), telemetry });
  const keys = new Keys(memoryKeys());
  const { key } = await keys.create({ scope: 'ada' });
  const app = createApp({ memory, keys, mcp: mcpHandler(), metrics: { metrics, access: 'open' } });
  const ask = (path: string, body: object) =>
    app.request(`http://localhost${path}`, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify(body),
    });
  const call = async (args: object) => {
    const answer = await ask('/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'memory_search', arguments: args },
    });
    await answer.text();
  };
  await ask('/v1/mneme/retrieve', { query: 'nothing' });
  await ask('/v1/mneme/memories', { content: 'Ada likes tea' });
  await memory
    .scope('ada')
    .get('no id')
    .catch(() => {});
  await call({ query: 'tea' });
  await call({});
  const text = await (await app.request('http://localhost/metrics')).text();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]+)(?:\{(.*)\})? \S+$/gm)) {
    const known = given.get(name) ?? new Set(added);
    given.set(name, known);
    for (const [, label = ''] of labels.matchAll(/([a-z_]+)="/g)) known.add(label);
  }
  await memory.close();
});

/** The names that a query reads, with the labels that it tells them apart by. */
function read(expr: string): { names: string[]; labels: string[]; wrong: string[] } {
  const query = expr.replaceAll('$__rate_interval', '5m');
  const found: Record<string, string[]> = {};
  parser.parse(query).iterate({
    enter({ name, type, from, to }) {
      const kind = type.isError ? 'wrong' : name;
      found[kind] = [...(found[kind] ?? []), query.slice(from, to)];
    },
  });
  const labels = [...(found.LabelName ?? [])];
  return { names: found.Identifier ?? [], labels, wrong: found.wrong ?? [] };
}

it.each(targets)(
  '$title: $expr is PromQL over what the server gives out',
  ({ expr, legendFormat }) => {
    const { names, labels, wrong } = read(expr);
    expect(wrong).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !given.has(name))).toEqual([]);
    const known = new Set(['le', ...names.flatMap((name) => [...(given.get(name) ?? [])])]);
    expect(labels.length).toBeGreaterThan(0);
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label as string);
    expect([...labels, ...shown].filter((label) => !known.has(label))).toEqual([]);
  },
);

it('finds a query that is none, and a name and a label that nobody gives out', () => {
  expect(read('sum(rate(a[$__rate_interval])').wrong).not.toEqual([]);
  expect(read('sum by (of) (mneme_gone{at="x"})')).toEqual({
    names: ['mneme_gone'],
    labels: ['of', 'at'],
    wrong: [],
  });
});

it('shows every metric of the server', () => {
  const family = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
  const shown = new Set(targets.flatMap(({ expr }) => read(expr).names).map(family));
  expect([...given.keys()].map(family).filter((name) => !shown.has(name))).toEqual([]);
});

it('has variables over what is there, and panels that do not lie on one another', () => {
  const queries = dashboard.templating.list.filter(({ type }) => type === 'query');
  for (const { query } of queries) {
    const text = typeof query === 'string' ? query : query.query;
    const [, name = ''] = /^label_values\(([a-z_]+)/.exec(text) ?? [];
    expect(given.has(name)).toBe(true);
  }
  const places = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  );
  expect(new Set(places).size).toBe(places.length);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});
