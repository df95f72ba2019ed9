import { type Memory, type MemoryScope, type MemorySource, MnemeError } from '@mneme/core';
import { stoppedImport } from './import-errors.ts';
import type { Imported, ImportedFact, ImportedTurn, SkipReason } from './imported.ts';
import { storeInput } from './read-inputs.ts';
import { type FactOptions, leftOut, type Outcome, storeFacts } from './store-facts.ts';
import { storeTurns } from './store-turns.ts';

/** How items are taken in. */
export interface ImportItemsOptions extends FactOptions {
  /** The scope of what names none. */
  scope: string;
  /** Everything goes into `scope`, whatever the source says. Default: false. */
  everyScope?: boolean;
  /** Check everything first, and write nothing if anything is wrong. Holds all items in memory. Default: false. */
  strict?: boolean;
  /** Decides what has expired already, and what this import has stored. */
  now: () => Date;
  /** After each write: how many items are done. */
  onProgress?: (progress: { items: number }) => void;
}

/** Something that should have come along and did not. */
export interface ImportProblem {
  /** Where it stands in the source. */
  at: string;
  reason: SkipReason;
  message: string;
}

/** What an import has done. */
export interface ItemsReport {
  /** New memories. */
  created: number;
  /** Those of the new ones that took the place of older ones. */
  superseded: number;
  /** What was worked into a memory. */
  merged: number;
  /** What the policy `reject` kept out. */
  rejected: number;
  /** Facts that the memory itself made of new turns. */
  learned: number;
  /** What was known already. */
  confirmed: number;
  /** Where the memories lie, in the order in which they were met. */
  scopes: string[];
  /** What stayed behind, by reason. */
  skipped: Partial<Record<SkipReason, number>>;
  /** Kinds of secrets that were masked in texts. */
  masked: string[];
  /** The first of those that should have come along, and how many there are in all. */
  problems: ImportProblem[];
  problemCount: number;
}

/** Items a look-up and a write. */
const batchSize = 256;
/** Of all scopes and sessions together, so that many of them need no more memory. */
const maxWaiting = 1024;
const maxProblems = 1000;

/**
 * Stores items in their order, batch by batch. Each goes through the checks, the gate for secrets and the rules for
 * conflicts of a store. Doing it twice adds nothing, so an import that was cut off is finished by doing it again.
 */
export async function importItems(
  memory: Pick<Memory, 'scope'>,
  items: AsyncIterable<Imported>,
  options: ImportItemsOptions,
): Promise<ItemsReport> {
  const run = new ImportRun(memory, options);
  try {
    const held: Imported[] = [];
    for await (const item of items) {
      if (options.signal?.aborted) throw new MnemeError('aborted', 'The import was interrupted.');
      if (options.strict !== true) await run.take(item);
      else if (run.check(item)) held.push(item);
    }
    if (run.report.problemCount > 0 && options.strict === true) return run.report;
    for (const item of held) await run.take(item);
    await run.flush();
  } catch (error) {
    throw stoppedImport(error, { done: options.dryRun ? 0 : run.done });
  }
  return run.report;
}

class ImportRun {
  readonly #memory: Pick<Memory, 'scope'>;
  readonly #options: ImportItemsOptions;
  readonly #now: string;
  readonly #facts = new Map<string, ImportedFact[]>();
  readonly #turns = new Map<string, { scope: string; turns: ImportedTurn[] }>();
  /** Of a dry run, what it would have stored. */
  readonly #planned = new Set<string>();
  readonly #scopes = new Set<string>();
  #waiting = 0;
  done = 0;
  readonly report: ItemsReport = {
    created: 0,
    superseded: 0,
    merged: 0,
    rejected: 0,
    learned: 0,
    confirmed: 0,
    scopes: [],
    skipped: {},
    masked: [],
    problems: [],
    problemCount: 0,
  };

  constructor(memory: Pick<Memory, 'scope'>, options: ImportItemsOptions) {
    this.#memory = memory;
    this.#options = options;
    this.#now = options.now().toISOString();
  }

  async take(item: Imported): Promise<void> {
    if (!this.#comesAlong(item) || !this.#passes(item)) return;
    const scope = this.#scopeOf(item);
    if (item.kind === 'fact') {
      if (this.#restsOnWaiting(item, scope)) await this.flush();
      if (append(this.#facts, scope, item) >= batchSize) await this.#writeFacts(scope);
    } else {
      const key = JSON.stringify([scope, item.session]);
      const waiting = this.#turns.get(key) ?? { scope, turns: [] };
      this.#turns.set(key, waiting);
      if (waiting.turns.push(item) >= batchSize) await this.#writeTurns(key);
    }
    this.#waiting += 1;
    if (this.#waiting >= maxWaiting) await this.flush();
  }

  /** Whether a store would take it; if not, the report says why. */
  check(item: Imported): item is ImportedFact | ImportedTurn {
    if (!this.#comesAlong(item)) return false;
    const input = item.kind === 'fact' ? item.input : storeInput(item);
    return this.#passes(item, (scope) => scope.check(input));
  }

  #comesAlong(item: Imported): item is ImportedFact | ImportedTurn {
    if (item.kind === 'skip') {
      this.#skip(item.reason, item.count ?? 1);
      if (item.problem !== undefined) this.#problem(item.at, item.reason, item.problem);
      return false;
    }
    const { expiresAt } = item.kind === 'fact' ? item.input : item;
    const hasExpired = expiresAt !== undefined && expiresAt <= this.#now;
    if (hasExpired) this.#skip('expired', 1);
    return !hasExpired;
  }

  #passes(item: ImportedFact | ImportedTurn, check: (scope: MemoryScope) => void = () => {}) {
    try {
      check(this.#memory.scope(this.#scopeOf(item)));
      return true;
    } catch (error) {
      this.#count(leftOut(error), item);
      return false;
    }
  }

  #scopeOf(item: ImportedFact | ImportedTurn): string {
    const { scope, everyScope } = this.#options;
    return everyScope === true ? scope : (item.scope ?? scope);
  }

  /** What it rests on is stored before it, since only then it has an id. */
  #restsOnWaiting({ input: { evidence = [] } }: ImportedFact, scope: string): boolean {
    if (evidence.length === 0) return false;
    const ids = new Set(evidence);
    const isNamed = (source: MemorySource = {}) => ids.has(source.externalId ?? '');
    return (
      (this.#facts.get(scope) ?? []).some(({ input }) => isNamed(input.source)) ||
      [...this.#turns.values()].some((of) => of.turns.some(({ source }) => isNamed(source)))
    );
  }

  async flush(): Promise<void> {
    for (const scope of [...this.#facts.keys()]) await this.#writeFacts(scope);
    for (const key of [...this.#turns.keys()]) await this.#writeTurns(key);
    this.#waiting = 0;
  }

  async #writeFacts(name: string): Promise<void> {
    const facts = this.#facts.get(name) ?? [];
    this.#facts.delete(name);
    if (facts.length === 0) return;
    const options = { ...this.#options, started: this.#now };
    this.#tell(name, facts, await storeFacts(this.#memory.scope(name), facts, options));
  }

  async #writeTurns(key: string): Promise<void> {
    const { scope = '', turns = [] } = this.#turns.get(key) ?? {};
    this.#turns.delete(key);
    if (turns.length === 0) return;
    const stored = await storeTurns(this.#memory.scope(scope), turns, this.#options);
    this.report.learned += stored.learned?.length ?? 0;
    this.#mask(stored.masked);
    this.#tell(scope, turns, stored.outcomes);
  }

  #tell(
    scope: string,
    items: readonly (ImportedFact | ImportedTurn)[],
    outcomes: readonly Outcome[],
  ): void {
    for (const [index, outcome] of outcomes.entries())
      this.#count(outcome, items[index] as ImportedFact | ImportedTurn);
    if (outcomes.some(({ is }) => is !== 'left out')) this.#scopes.add(scope);
    this.report.scopes = [...this.#scopes];
    this.done += items.length;
    this.#options.onProgress?.({ items: this.done });
  }

  #mask(kinds: readonly string[] = []): void {
    this.report.masked = [...new Set([...this.report.masked, ...kinds])].sort();
  }

  #count(outcome: Outcome, item: ImportedFact | ImportedTurn): void {
    const { report } = this;
    switch (outcome.is) {
      case 'planned': {
        // Said twice in one source, it is one memory.
        const key = JSON.stringify([this.#scopeOf(item), outcome.key]);
        if (this.#planned.has(key)) report.confirmed += 1;
        else report.created += 1;
        this.#planned.add(key);
        return;
      }
      case 'new':
        report.created += 1;
        return;
      case 'known':
        report.confirmed += 1;
        return;
      case 'left out':
        this.#skip(outcome.reason, 1);
        this.#problem(item.at, outcome.reason, outcome.message);
        return;
      case 'stored':
        this.#mask(outcome.result.masked);
        report[outcome.result.outcome] += 1;
        if (outcome.result.outcome === 'superseded') report.created += 1;
    }
  }

  #skip(reason: SkipReason, count: number): void {
    this.report.skipped[reason] = (this.report.skipped[reason] ?? 0) + count;
  }

  #problem(at: string, reason: SkipReason, message: string): void {
    this.report.problemCount += 1;
    if (this.report.problems.length < maxProblems)
      this.report.problems.push({ at, reason, message });
  }
}

function append<T>(lists: Map<string, T[]>, key: string, entry: T): number {
  const list = lists.get(key);
  if (list !== undefined) return list.push(entry);
  lists.set(key, [entry]);
  return 1;
}
