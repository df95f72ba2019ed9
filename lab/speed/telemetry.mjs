/** The cost of telemetry: none, the API without an SDK, and the SDK with spans and metrics. */
import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createMemory } from '../../packages/core/src/index.ts';
import { sqliteBackend } from '../../packages/kv-backend/src/index.ts';
import { asks, compare, fill, freeEmbedder, scaled } from './frame.mjs';

const exporter = { export: (_spans, done) => done({ code: 0 }), shutdown: async () => {} };

export async function run() {
  const open = async (telemetry) => {
    const backend = sqliteBackend({ path: ':memory:' });
    const memory = await createMemory({ backend, embedder: freeEmbedder, telemetry });
    return fill(memory, { count: 2000 });
  };
  const plain = await open();
  const against = async (what, reach) => {
    const watched = await open({ api });
    await compare(`retrieve with ${what} : without`, [asks(watched), asks(plain)], {
      rounds: scaled(1000),
      reach,
    });
    await watched.close();
  };
  await against('the API alone, without an SDK', 'at most 1.05');
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const spanProcessors = [new BatchSpanProcessor(exporter)];
  api.trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
  api.metrics.setGlobalMeterProvider(new MeterProvider());
  await against('the SDK, spans and metrics', 'at most 1.1');
  await plain.close();
}
