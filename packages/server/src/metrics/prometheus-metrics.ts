import type { TelemetryMeter, TelemetryMetricOptions } from '@mneme/core/backend';
import { Metric } from './metric.ts';

/** Maximum age of the sizes of stores in milliseconds, because counting a large store takes a while. */
const maxAgeMs = 5000;

/** Metrics in Prometheus' format. Give it to a memory as `telemetry: { api: { metrics } }`. */
export interface PrometheusMetrics {
  /** The interface of `@opentelemetry/api`. */
  getMeter(name: string): TelemetryMeter;
  /** All metrics, in the text format 0.0.4. */
  text(): Promise<string>;
}

/** A unit in braces is an annotation, not a unit. */
const suffixes: Readonly<Record<string, string>> = { s: '_seconds', By: '_bytes' };

/**
 * Collects measurements in memory until Prometheus reads them. Names follow OpenTelemetry's own exporter:
 * `gen_ai.client.operation.duration` in `s` is `gen_ai_client_operation_duration_seconds`.
 * @example
 * const metrics = prometheusMetrics();
 * const memory = await createMemory({ backend, embedder, telemetry: { api: { metrics } } });
 * const server = await listen({ memory, keys, port: 8787, metrics: { metrics, access: 'keys' } });
 */
export function prometheusMetrics(): PrometheusMetrics {
  const metrics = new Map<string, Metric>();
  const instrument =
    (type: 'counter' | 'gauge' | 'histogram') =>
    (given: string, { description = '', unit = '', advice }: TelemetryMetricOptions = {}) => {
      const total = type === 'counter' ? '_total' : '';
      const name = `${given.replaceAll(/\W/g, '_')}${suffixes[unit] ?? ''}${total}`;
      const boundaries = advice?.explicitBucketBoundaries;
      const known = metrics.get(name) ?? new Metric(name, { type, description, boundaries });
      metrics.set(name, known);
      return known;
    };
  const meter: TelemetryMeter = {
    createCounter: instrument('counter'),
    createUpDownCounter: instrument('gauge'),
    createHistogram: instrument('histogram'),
    createObservableGauge: instrument('gauge'),
    createObservableCounter: instrument('counter'),
  };
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<unknown> | undefined;
  return {
    getMeter: () => meter,
    async text() {
      const now = performance.now();
      if (now - readAt >= maxAgeMs) {
        readAt = now;
        reading = Promise.all([...metrics.values()].map((each) => each.read()));
      }
      await reading;
      return [...metrics.values()].map((each) => each.text()).join('');
    },
  };
}
