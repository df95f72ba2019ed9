import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

const spans = new InMemorySpanExporter();
const exported = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: exported });

// Once for all files of a process, since the SDK is global.
api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
api.trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
);
api.metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());

/** The real OpenTelemetry SDK, with exporters that collect in memory. */
export { api };

/** The spans since the last call, in the order in which they ended. */
export function traced() {
  const finished = spans.getFinishedSpans().slice();
  spans.reset();
  return finished;
}

/** The current points of each metric. */
export async function measured() {
  exported.reset();
  await reader.forceFlush();
  const metrics = exported.getMetrics().flatMap((one) => one.scopeMetrics);
  return Object.fromEntries(
    metrics.flatMap(({ scope, metrics }) =>
      metrics.map(({ descriptor: { name, unit }, dataPoints }) => [
        name,
        {
          scope: scope.name,
          unit,
          points: dataPoints.map(({ attributes, value }) => ({ attributes, value })),
        },
      ]),
    ),
  );
}
