import type {
  TelemetryAttributes,
  TelemetryCounter,
  TelemetryGauge,
  TelemetryHistogram,
  TelemetryObservation,
} from '@mneme/core/backend';

type Observe = (result: TelemetryObservation) => void | Promise<void>;

interface Series {
  labels: string;
  /** For a histogram the sum. */
  value: number;
  count: number;
  /** Number of values up to each boundary. */
  buckets: number[];
}

/** Series of one metric; further ones are counted together. */
const maxSeries = 500;
const overflow = '{otel_metric_overflow="true"}';
/** Milliseconds that a reading may wait for the sizes of stores, which are then left out. */
const timeoutMs = 5000;
const usualBoundaries = [0, 5, 10, 25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10_000];

/** One metric of Prometheus with all its series, as each instrument of OpenTelemetry. */
export class Metric implements TelemetryCounter, TelemetryHistogram, TelemetryGauge {
  readonly #head: string;
  readonly #name: string;
  readonly #boundaries: readonly number[] | undefined;
  readonly #series = new Map<string, Series>();
  #observers: Set<Observe> | undefined;

  constructor(
    name: string,
    about: {
      type: 'counter' | 'gauge' | 'histogram';
      description: string;
      boundaries?: readonly number[] | undefined;
    },
  ) {
    const { type, description, boundaries = usualBoundaries } = about;
    const help = description.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
    this.#head = `${help === '' ? '' : `# HELP ${name} ${help}\n`}# TYPE ${name} ${type}`;
    this.#name = name;
    this.#boundaries = type === 'histogram' ? boundaries : undefined;
  }

  add(value: number, attributes?: TelemetryAttributes): void {
    this.#of(attributes).value += value;
  }

  record(value: number, attributes?: TelemetryAttributes): void {
    const series = this.#of(attributes);
    series.value += value;
    series.count += 1;
    this.#boundaries?.forEach((boundary, index) => {
      if (value <= boundary) series.buckets[index] = (series.buckets[index] ?? 0) + 1;
    });
  }

  addCallback(observe: Observe): void {
    this.#observers ??= new Set();
    this.#observers.add(observe);
  }

  removeCallback(observe: Observe): void {
    this.#observers?.delete(observe);
  }

  /** Asks the observers for their values. If a store does not answer, only its own sizes are missing. */
  async read(): Promise<void> {
    if (this.#observers === undefined) return;
    const seen: [number, TelemetryAttributes | undefined][] = [];
    const observe: TelemetryObservation['observe'] = (...value) => void seen.push(value as never);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    const all = [...this.#observers].map(async (each) => each({ observe }));
    await Promise.race([Promise.allSettled(all), late]);
    clearTimeout(timer);
    this.#series.clear();
    for (const [value, attributes] of seen) this.add(value, attributes);
  }

  /** Empty if nothing was measured. */
  text(): string {
    if (this.#series.size === 0) return '';
    const lines = [...this.#series.values()].flatMap((series) => this.#lines(series));
    return `${[this.#head, ...lines].join('\n')}\n`;
  }

  #lines({ labels, value, count, buckets }: Series): string[] {
    const name = this.#name;
    if (this.#boundaries === undefined) return [`${name}${labels} ${figure(value)}`];
    const inner = labels === '' ? '' : `${labels.slice(1, -1)},`;
    const bucket = (upTo: string, total: number) => `${name}_bucket{${inner}le="${upTo}"} ${total}`;
    return [
      ...this.#boundaries.map((boundary, index) => bucket(`${boundary}`, buckets[index] ?? 0)),
      bucket('+Inf', count),
      `${name}_sum${labels} ${figure(value)}`,
      `${name}_count${labels} ${count}`,
    ];
  }

  #of(attributes: TelemetryAttributes = {}): Series {
    const wanted = labelsOf(attributes);
    const labels = this.#series.has(wanted) || this.#series.size < maxSeries ? wanted : overflow;
    const known = this.#series.get(labels) ?? { labels, value: 0, count: 0, buckets: [] };
    this.#series.set(labels, known);
    return known;
  }
}

function figure(value: number): string {
  return String(value).replace(/^(-?)Infinity$/, (_, sign) => `${sign || '+'}Inf`);
}

/** Sorted by name, so that the same attributes are the same series. */
function labelsOf(attributes: TelemetryAttributes): string {
  const pairs = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key.replaceAll(/\W/g, '_')}="${escaped(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.sort().join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}
