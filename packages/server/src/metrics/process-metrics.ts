import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { TelemetryMeter } from '@mneme/core/backend';

/** Memory of this process and delays of its event loop since the last reading, by OpenTelemetry's names. */
export function watchProcess(meter: TelemetryMeter): void {
  const delays = monitorEventLoopDelay();
  delays.enable();
  const gauge = (name: string, unit: string, description: string, read: () => number) =>
    meter
      .createObservableGauge(name, { unit, description })
      .addCallback((result) => result.observe(read()));
  gauge('process.memory.usage', 'By', 'Resident memory.', () => process.memoryUsage.rss());
  gauge('v8js.memory.heap.used', 'By', 'Memory of JavaScript objects.', heapUsed);
  const delay = (name: string, description: string, read: (delays: IntervalHistogram) => number) =>
    gauge(`nodejs.eventloop.delay.${name}`, 's', description, () => read(delays) / 1e9);
  delay('p50', 'Median delay of the event loop.', () => delays.percentile(50));
  delay('p99', 'Delay of the event loop: 99 of 100 are shorter.', () => delays.percentile(99));
  delay('max', 'Longest delay of the event loop.', () => {
    const { max } = delays;
    delays.reset();
    return max;
  });
}

const heapUsed = () => process.memoryUsage().heapUsed;
