import { type Memory, type MemoryScope, MnemeError } from '@mneme/core';
import { escapeName } from '@mneme/core/input';
import type { Imported, ImportedFact, ImportedTurn, SkipReason } from './imported.ts';
import { storeInput } from './read-inputs.ts';
import { type FactOptions, leftOut, type Outcome, storeFacts } from './store-facts.ts';
import { storeTurns } from './store-turns.ts';

/** Options of an import. */
export interface ImportItemsOptions extends FactOptions {
  /** The scope of items that name none. */
  scope: string;
  /** All items go into `scope`, whatever the source says. Default: false. */
  everyScope?: boolean;
  /** Check everything first, and write nothing if anything is wrong. Needs memory for all items. Default: false. */
  strict?: boolean;
  /** The current time, for expiry and for what this import has stored. */
  now: () => Date;
  /** Called after each write with the number of finished items. */
  onProgress?: (progress: { items: number }) => void;
}

/** An item that could not be imported. */
export interface ImportProblem {
  /** Its place in the source. */
  at: string;
  reason: SkipReason;
  message: string;
}

/** The result of an import. */
export interface ItemsReport {
  /** New memories. */
  created: number;
  /** New memories that replaced older ones. */
  superseded: number;
  /** Merged into a memory. */
  merged: number;
  /** Refused by the policy `reject`. */
  rejected: number;
  /** Facts that the memory's rules made from new turns. */
  learned: number;
  /** Known already. */
  confirmed: number;
  /** The scopes of the memories, in the order of their first item. */
  scopes: string[];
  /** What was left out, by reason. */
  skipped: Partial<Record<SkipReason, number>>;
  /** Kinds of secrets that were masked in texts. */
  masked: string[];
  /** Keys of the source that nothing was made of, each once; at most 100. */
  unknownKeys: string[];
  /** The first problems, and how many there are in all. */
  problems: ImportProblem[];
  problemCount: number;
}

/** Items in one look-up and write. */
const batchSize = 256;
/** For all scopes and sessions together, so that many of them need no more memory. */
const maxWaiting = 1024;
const maxProblems = 1000;
const maxKeys = 100;

/**
 * Stores items in order, batch by batch. Each goes through the checks, the gate for secrets and the conflict rules of a
 * store. Repeating an import adds nothing, so an interrupted one is finished by repeating it.
 */
export async function importItems(
  memory: Pick<Memory, 'scope'>,
  items: AsyncIterable<Imported>,
  options: ImportItemsOptions,
): Promise<ItemsReport> {
  const run = new ImportRun(memory, options);
  try {
    const checked: Imported[] = [];
    let seen = 0;
    for await (const { unknownKeys = [], ...item } of items) {
      run.name(unknownKeys);
      // Items that are left out wait for nothing, so without a pause signals and timers would wait for them.
      if (++seen % batchSize === 0) await new Promise((resolve) => setImmediate(resolve));
      if (options.signal?.aborted) throw interrupted();
      if (options.strict !== true) await run.take(item);
      else if (run.check(item)) checked.push(item);
    }
    if (run.report.problemCount > 0 && options.strict === true) return run.report;
    for (const item of checked) await run.take(item);
    await run.flush();
  } catch (thrown) {
    const error = options.signal?.aborted ? interrupted(thrown) : thrown;
    if (!MnemeError.isInstance(error) || options.dryRun || run.done === 0) throw error;
    const message = `${error.message} (${run.done} items are imported; run the import again to go on.)`;
    throw new MnemeError(error.code, message, { field: error.field, cause: error });
  }
  return run.report;
}

function interrupted(cause?: unknown): MnemeError {
  return new MnemeError('aborted', 'The import was interrupted.', { cause });
}

class ImportRun {
  readonly #memory: Pick<Memory, 'scope'>;
  readonly #options: ImportItemsOptions;
  readonly #now: string;
  /** By scope, and the turns by session, too. */
  readonly #groups = new Map<string, (ImportedFact | ImportedTurn)[]>();
  #waiting = 0;
  /** In a dry run, what would have been stored. */
  readonly #planned = new Set<string>();
  readonly #scopes = new Set<string>();
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
    unknownKeys: [],
    problems: [],
    problemCount: 0,
  };

  constructor(memory: Pick<Memory, 'scope'>, options: ImportItemsOptions) {
    this.#memory = memory;
    this.#options = options;
    this.#now = options.now().toISOString();
  }

  name(unknownKeys: readonly string[]): void {
    const all = new Set([...this.report.unknownKeys, ...unknownKeys.map(escapeName)]);
    this.report.unknownKeys = [...all].slice(0, maxKeys);
  }

  async take(item: Imported): Promise<void> {
    if (!this.#isIncluded(item) || !this.#passes(item)) return;
    if (this.#restsOnWaiting(item)) await this.flush();
    const key = JSON.stringify([this.#scopeOf(item), item.kind === 'turn' && item.session]);
    const group = this.#groups.get(key) ?? [];
    this.#groups.set(key, group);
    if (group.push(item) >= batchSize) await this.#write(key);
    this.#waiting += 1;
    if (this.#waiting >= maxWaiting) await this.flush();
  }

  /** Whether a store would accept it; if not, the report says why. */
  check(item: Imported): item is ImportedFact | ImportedTurn {
    if (!this.#isIncluded(item)) return false;
    const input = item.kind === 'fact' ? item.input : storeInput(item);
    return this.#passes(item, (scope) => scope.check(input));
  }

  #isIncluded(item: Imported): item is ImportedFact | ImportedTurn {
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

  /** Its evidence must be stored first, because only then it has an id. */
  #restsOnWaiting(item: ImportedFact | ImportedTurn): boolean {
    const { evidence = [] } = item.kind === 'fact' ? item.input : {};
    const idOf = (other: ImportedFact | ImportedTurn) =>
      (other.kind === 'fact' ? other.input : other).source?.externalId;
    if (evidence.length === 0) return false;
    return [...this.#groups.values()].flat().some((other) => evidence.includes(idOf(other) ?? ''));
  }

  async flush(): Promise<void> {
    for (const key of [...this.#groups.keys()]) await this.#write(key);
    this.#waiting = 0;
  }

  /** Writes a group, which has facts or turns. */
  async #write(key: string): Promise<void> {
    const items = this.#groups.get(key) ?? [];
    this.#groups.delete(key);
    const facts = items.filter((item) => item.kind === 'fact');
    const turns = items.filter((item) => item.kind === 'turn');
    const name = this.#scopeOf(items[0] as ImportedFact | ImportedTurn);
    const scope = this.#memory.scope(name);
    if (facts.length > 0) {
      const options = { ...this.#options, started: this.#now };
      return this.#tell(name, facts, await storeFacts(scope, facts, options));
    }
    const stored = await storeTurns(scope, turns, this.#options);
    this.report.learned += stored.learned?.length ?? 0;
    this.#mask(stored.masked);
    this.#tell(name, turns, stored.outcomes);
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
        // Two equal items of one source are one memory.
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
