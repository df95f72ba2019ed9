import { performance } from 'node:perf_hooks';

export interface Timing {
  what: string;
  times: number;
  p50Ms: number;
  p95Ms: number;
}

/** Measures the time of named work. */
export class Stopwatch {
  readonly #samples = new Map<string, number[]>();

  async time<T>(what: string, run: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await run();
    this.add(what, performance.now() - started);
    return result;
  }

  add(what: string, milliseconds: number): void {
    const samples = this.#samples.get(what);
    if (samples === undefined) this.#samples.set(what, [milliseconds]);
    else samples.push(milliseconds);
  }

  timings(): Timing[] {
    return [...this.#samples].map(([what, samples]) => {
      const sorted = [...samples].sort((a, b) => a - b);
      const at = (part: number) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
      return { what, times: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95) };
    });
  }
}
