import type {
  TelemetryAttributes,
  TelemetryMeter,
  TelemetryMetricOptions,
  TelemetryObservation,
} from '@mneme/core/contract';
import { Family } from './family.ts';

/** Series of one metric; further ones are counted together under `otel_metric_overflow`. */
const maxSeries = 500;
/** Milliseconds that a reading may wait for the sizes of stores, which are then left out. */
const timeoutMs = 5000;
/** Maximum age of those sizes in milliseconds, because counting a large store takes a while. */
const maxAgeMs = 5000;

/** Metrics in Prometheus' format. Give it to a memory as `telemetry: { api: { metrics } }`. */
export interface PrometheusMetrics {
  /** The interface of `@opentelemetry/api`. */
  getMeter(name: string): TelemetryMeter;
  /** All metrics, in the text format 0.0.4. */
  text(): Promise<string>;
}

type Observe = (result: TelemetryObservation) => void | Promise<void>;

/**
 * Collects measurements in memory until Prometheus reads them. Names follow OpenTelemetry's own exporter:
 * `gen_ai.client.operation.duration` in `s` is `gen_ai_client_operation_duration_seconds`.
 * @example
 * const metrics = prometheusMetrics();
 * const memory = await createMemory({ backend, embedder, telemetry: { api: { metrics } } });
 * const server = await listen({ memory, keys, port: 8787, metrics: { metrics, access: 'keys' } });
 */
export function prometheusMetrics(): PrometheusMetrics {
  const families = new Map<string, Family>();
  const gauges = new Map<Family, Set<Observe>>();
  const family = (
    name: string,
    type: 'counter' | 'gauge' | 'histogram',
    { description = '', unit = '', advice }: TelemetryMetricOptions = {},
  ): Family => {
    const full = `${plainName(name)}${suffixOf(unit)}${type === 'counter' ? '_total' : ''}`;
    const boundaries = advice?.explicitBucketBoundaries;
    const known =
      families.get(full) ?? new Family({ name: full, type, description, boundaries, maxSeries });
    families.set(full, known);
    return known;
  };
  const adding = (of: Family) => ({
    add: (value: number, attributes?: TelemetryAttributes) => of.add(value, attributes),
  });
  const meter: TelemetryMeter = {
    createCounter: (name, given) => adding(family(name, 'counter', given)),
    createUpDownCounter: (name, given) => adding(family(name, 'gauge', given)),
    createHistogram: (name, given) => {
      const of = family(name, 'histogram', given);
      return { record: (value, attributes) => of.record(value, attributes) };
    },
    createObservableGauge: (name, given) => {
      const of = family(name, 'gauge', given);
      const observers = gauges.get(of) ?? new Set();
      gauges.set(of, observers);
      return {
        addCallback: (observe) => void observers.add(observe),
        removeCallback: (observe) => void observers.delete(observe),
      };
    },
  };
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<unknown> | undefined;
  return {
    getMeter: () => meter,
    async text() {
      const now = performance.now();
      if (now - readAt >= maxAgeMs) {
        readAt = now;
        const each = [...gauges].map(([of, observers]) => read(of, observers));
        reading = Promise.all(each);
      }
      await reading;
      return [...families.values()].map((each) => each.text()).join('');
    },
  };
}

/** If a store does not answer, only its own sizes are missing. */
async function read(family: Family, observers: ReadonlySet<Observe>): Promise<void> {
  const seen: [number, TelemetryAttributes | undefined][] = [];
  const observe = (value: number, attributes?: TelemetryAttributes) =>
    void seen.push([value, attributes]);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  const all = [...observers].map(async (each) => each({ observe }));
  await Promise.race([Promise.allSettled(all), late]);
  clearTimeout(timer);
  family.clear();
  for (const [value, attributes] of seen) family.add(value, attributes);
}

function plainName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_]/g, '_');
}

/** A unit in braces is an annotation, not a unit. */
function suffixOf(unit: string): string {
  const units: Readonly<Record<string, string>> = { s: '_seconds', By: '_bytes' };
  return units[unit] ?? '';
}
