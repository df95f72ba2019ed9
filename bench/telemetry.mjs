/** The cost of telemetry: none, the API without an SDK, and the SDK with spans and metrics. */
import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createMemory } from '../packages/core/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';
import { freeEmbedder, ms, paired, random, row, textMaker } from './support.mjs';

const exporter = { export: (_spans, done) => done({ code: 0 }), shutdown: async () => {} };

export async function run({ small = false } = {}) {
  const count = small ? 200 : 2000;
  const rounds = small ? 100 : 1000;
  const plain = await filled(count, undefined);
  const asked = await filled(count, { api });
  await compare('the API alone, without an SDK', { watched: asked, plain, rounds });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const spanProcessors = [new BatchSpanProcessor(exporter)];
  api.trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
  api.metrics.setGlobalMeterProvider(new MeterProvider());
  const watched = await filled(count, { api });
  await compare('the SDK, spans and metrics', { watched, plain, rounds });
  for (const memory of [plain, asked, watched]) await memory.close();
}

async function filled(count, telemetry) {
  const backend = sqliteBackend({ path: ':memory:' });
  const memory = await createMemory({ backend, embedder: freeEmbedder(), telemetry });
  const text = textMaker(random(1));
  const inputs = Array.from({ length: count }, () => ({ content: text() }));
  await memory.scope('a').storeMany(inputs, { onConflict: 'keepBoth' });
  return memory;
}

async function compare(what, { watched, plain, rounds }) {
  const text = textMaker(random(2), { words: 4 });
  const queries = Array.from({ length: 64 }, text);
  const retrieve = (memory) => (round) =>
    memory.scope('a').retrieve(queries[round % queries.length], { limit: 10 });
  const { ratio, first, second } = await paired(retrieve(watched), retrieve(plain), { rounds });
  const told = `${ratio.toFixed(3)} times (${ms(first)} against ${ms(second)})`;
  row(`retrieve with ${what}, against without`, told, 'at most 1.1 times');
}
