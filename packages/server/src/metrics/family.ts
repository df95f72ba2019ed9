import type { TelemetryAttributes } from '@mneme/core/contract';

interface Series {
  labels: string;
  /** For a histogram the sum. */
  value: number;
  count: number;
  /** Number of values up to each boundary and above the one before. */
  buckets: number[];
}

interface FamilyOptions {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  description: string;
  boundaries?: readonly number[] | undefined;
  /** Further ones are counted together. */
  maxSeries: number;
}

const overflow = '{otel_metric_overflow="true"}';
const usualBoundaries = [0, 5, 10, 25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10_000];

/** One metric of Prometheus with all its series. */
export class Family {
  readonly #about: Required<FamilyOptions>;
  readonly #series = new Map<string, Series>();

  constructor(about: FamilyOptions) {
    const { boundaries = usualBoundaries } = about;
    this.#about = { ...about, boundaries };
  }

  add(value: number, attributes?: TelemetryAttributes): void {
    this.#of(attributes).value += value;
  }

  record(value: number, attributes?: TelemetryAttributes): void {
    const series = this.#of(attributes);
    series.value += value;
    series.count += 1;
    const index = this.#about.boundaries.findIndex((boundary) => value <= boundary);
    if (index >= 0) series.buckets[index] = (series.buckets[index] ?? 0) + 1;
  }

  clear(): void {
    this.#series.clear();
  }

  /** Empty if nothing was measured. */
  text(): string {
    if (this.#series.size === 0) return '';
    const { name, type, description } = this.#about;
    const help = description.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
    const lines = help === '' ? [] : [`# HELP ${name} ${help}`];
    lines.push(`# TYPE ${name} ${type}`);
    for (const series of this.#series.values()) lines.push(...this.#lines(series));
    return `${lines.join('\n')}\n`;
  }

  #lines({ labels, value, count, buckets }: Series): string[] {
    const { name, type, boundaries } = this.#about;
    if (type !== 'histogram') return [`${name}${labels} ${figure(value)}`];
    const inner = labels === '' ? '' : `${labels.slice(1, -1)},`;
    let below = 0;
    const cumulated = boundaries.map((boundary, index) => {
      below += buckets[index] ?? 0;
      return `${name}_bucket{${inner}le="${boundary}"} ${below}`;
    });
    return [
      ...cumulated,
      `${name}_bucket{${inner}le="+Inf"} ${count}`,
      `${name}_sum${labels} ${figure(value)}`,
      `${name}_count${labels} ${count}`,
    ];
  }

  #of(attributes: TelemetryAttributes = {}): Series {
    const wanted = labelsOf(attributes);
    const labels =
      this.#series.has(wanted) || this.#series.size < this.#about.maxSeries ? wanted : overflow;
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
    .map(([key, value]) => `${key.replaceAll(/[^A-Za-z0-9_]/g, '_')}="${escaped(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.sort().join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}
