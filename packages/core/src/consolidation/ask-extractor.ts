import {
  type Extraction,
  type ExtractionWindow,
  type Extractor,
  MnemeError,
} from '@mneme/contract';
import { orAborted, throwIfAborted } from '@mneme/contract/context';
import { invalid } from '@mneme/contract/input';
import { defaultContextTurns } from '../episodes/later.ts';
import { readAnswer } from '../extract/later.ts';
import type { ConsolidateReport } from './api.ts';

/** After this many failed calls in a row the run ends, because the next ones would probably fail too. */
const mostFailures = 5;

/** The extractor's result for a window. */
export type Answer = ReturnType<typeof readAnswer> | { error: MnemeError };

/** Asks the extractor within the limits of a run, and counts calls and costs. */
export class Asker {
  readonly name: string;
  readonly knownLimit: number;
  readonly contextTurns: number;
  /** How many windows are asked about at once. */
  readonly windowLimit: number;
  readonly #extractor: Extractor;
  readonly #bounds: { maxCalls: number; maxCost: number; signal: AbortSignal | undefined };
  readonly #report: ConsolidateReport;
  #highestCost = 0;
  #failures = 0;

  constructor(
    extractor: Extractor,
    bounds: { maxCalls: number; maxCost: number; signal: AbortSignal | undefined },
    report: ConsolidateReport,
  ) {
    this.#extractor = extractor;
    const { name = 'extractor', knownLimit = 20, windowLimit = 100, extractMany } = extractor;
    this.contextTurns = extractor.contextTurns ?? defaultContextTurns;
    this.name = name;
    this.knownLimit = knownLimit;
    this.windowLimit = extractMany === undefined ? 1 : windowLimit;
    this.#bounds = bounds;
    this.#report = report;
  }

  /** How many of the windows may be asked about; if fewer, the report says why. */
  within(windows: readonly ExtractionWindow[]): number {
    const { maxCalls, maxCost } = this.#bounds;
    const report = this.#report;
    let cost = report.cost;
    let count = 0;
    for (const window of windows) {
      if (report.calls + count >= maxCalls) {
        report.stopped = 'max_calls';
        break;
      }
      // Without `costLimit` the first call shows what a call costs.
      const unknown = this.#extractor.costLimit === undefined && this.#highestCost === 0;
      cost += this.#extractor.costLimit?.(window) ?? this.#highestCost;
      if (cost > maxCost || report.cost >= maxCost) {
        report.stopped = 'max_cost';
        break;
      }
      count += 1;
      if (unknown && maxCost < Number.POSITIVE_INFINITY) break;
    }
    return count;
  }

  async ask(windows: readonly ExtractionWindow[]): Promise<Answer[]> {
    const { signal } = this.#bounds;
    throwIfAborted(signal);
    const given = await orAborted(this.#answers(windows), signal);
    this.#report.calls += windows.length;
    return windows.map((_, index) => this.#read(given[index]));
  }

  async #answers(windows: readonly ExtractionWindow[]): Promise<readonly unknown[]> {
    const options = this.#bounds.signal === undefined ? {} : { signal: this.#bounds.signal };
    const [window] = windows;
    try {
      if (this.#extractor.extractMany === undefined)
        return [await this.#extractor.extract(window as ExtractionWindow, options)];
      return await this.#extractor.extractMany(windows, options);
    } catch (error) {
      throwIfAborted(this.#bounds.signal);
      return windows.map(() => (error instanceof Error ? error : new Error(String(error))));
    }
  }

  #read(answer: unknown): Answer {
    if (answer instanceof Error || MnemeError.isInstance(answer)) {
      this.#failures += 1;
      if (this.#failures >= mostFailures) this.#report.stopped = 'failing';
      return {
        error: new MnemeError(
          'extractor_failed',
          `the extractor ${this.name} failed: ${answer.message}`,
          { cause: answer },
        ),
      };
    }
    this.#failures = 0;
    const { usage, cost } = (answer ?? {}) as Partial<Extraction>;
    this.#count(usage, cost);
    return readAnswer(answer);
  }

  #count(usage: unknown, cost: unknown): void {
    const report = this.#report;
    if (typeof usage === 'object' && usage !== null)
      for (const [name, value] of Object.entries(usage))
        if (Number.isFinite(value))
          report.usage[name] = (report.usage[name] ?? 0) + (value as number);
    const spent = Number.isFinite(cost) && (cost as number) >= 0 ? (cost as number) : undefined;
    if (spent === undefined && this.#bounds.maxCost < Number.POSITIVE_INFINITY)
      throw invalid(
        'maxCost',
        `is given, and the extractor ${this.name} does not report costs`,
        'give the extractor prices, or maxCalls in place of maxCost',
      );
    report.cost += spent ?? 0;
    this.#highestCost = Math.max(this.#highestCost, spent ?? 0);
  }
}
