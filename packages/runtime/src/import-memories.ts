import { type Memory, MnemeError, type StoreResult } from '@mneme/core';
import { stoppedImport, withoutIndex } from './import-errors.ts';
import { type ImportDefaults, type ImportItem, importItem } from './import-line.ts';
import { type KnownMemories, readKnownMemories } from './known-memories.ts';
import { type JsonLine, readJsonLines } from './read-json-lines.ts';

/** Who imports documents and why, and who is told of the progress. */
export interface ImportOptions {
  defaults: ImportDefaults;
  /** Check every line first, and write nothing if one is bad. Holds the whole file in memory. */
  strict?: boolean;
  /** Check and report, and write nothing. What is not known counts as new. */
  dryRun?: boolean;
  /** Decides which lines have expired already. */
  now: () => Date;
  /** Lines a write. Default: 256. */
  batchSize?: number;
  signal?: AbortSignal;
  /** After each write: what is counted here is on disk. */
  onProgress?: (progress: { lines: number; bytes: number }) => void;
  /** Called for each good line when it is read, before anything is done with it. */
  onItem?: (item: ImportItem) => void;
  /** Called with what became of each line that was given to the engine. */
  onResult?: (outcome: { line: number; item: ImportItem; result: StoreResult }) => void;
}

/** A line that was not imported, and why. */
export interface BadLine {
  /** From 1. */
  line: number;
  error: MnemeError;
}

/** What an import has done. */
export interface ImportReport {
  /** Lines that were not blank. */
  lines: number;
  /** New records. */
  created: number;
  /** Lines that were known already. */
  confirmed: number;
  /** New records that took the place of older ones. */
  superseded: number;
  /** Lines that were worked into a record. */
  merged: number;
  /** Lines that the policy `reject` kept out. */
  rejected: number;
  /** Lines left out because they have expired, or had been replaced when they were exported. */
  leftOut: number;
  /** Where the lines lie now, in the order in which they were met. */
  scopes: string[];
  /** In order of lines. */
  bad: BadLine[];
}

type Pending = { line: number; item: ImportItem };

/** Imports JSONL. Order within a scope is kept, bad lines are collected, and doing it twice adds nothing. */
export async function importMemories(
  memory: Pick<Memory, 'scope'>,
  source: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<ImportReport> {
  const {
    defaults,
    strict = false,
    dryRun = false,
    now,
    batchSize = 256,
    signal,
    onProgress,
    onItem,
    onResult,
  } = options;
  const report = emptyReport();
  const waiting = new Map<string, Pending[]>();
  const held: Pending[] = [];
  const places = new Map<string, number>();
  // Of all scopes together, so that many of them need no more memory.
  const maxWaiting = 4 * batchSize;
  let waitingLines = 0;
  let bytes = 0;
  let settled = 0;

  const scopes = new Set<string>();

  const write = async (scopeName: string) => {
    const batch = waiting.get(scopeName) ?? [];
    waiting.delete(scopeName);
    waitingLines -= batch.length;
    if (batch.length === 0) return;
    scopes.add(scopeName);
    const scope = memory.scope(scopeName);
    const ids = batch.flatMap(({ item }) => [
      item.input.source.externalId,
      ...(item.input.evidence ?? []),
    ]);
    const known = await readKnownMemories(scope, { ids, signal });
    const open = batch.filter(unlessKnown(known));
    report.confirmed += batch.length - open.length;
    if (dryRun) {
      for (const { line, item } of open)
        if (passes(line, () => scope.check(item.input), report.bad)) report.created += 1;
    } else {
      const inputs = open.map(({ item: { input } }) => ({
        ...input,
        evidence: input.evidence?.map((id) => known.recordId(id) ?? id),
      }));
      const options = { onError: 'collect', actor: 'import', signal } as const;
      const results = await scope.storeMany(inputs, options);
      for (const [index, result] of results.entries()) {
        const { line, item } = open[index]!;
        count(report, result, line);
        onResult?.({ line, item, result });
      }
      settled += batch.length;
      onProgress?.({ lines: settled, bytes });
    }
  };
  const flush = async () => {
    for (const scope of [...waiting.keys()]) await write(scope);
  };
  const take = async (pending: Pending) => {
    const { scope, input } = pending.item;
    const restsOn = ({ item }: Pending) => input.evidence?.includes(item.input.source.externalId);
    // What it rests on is stored before it, since only then it has an id.
    if (waiting.get(scope)?.some(restsOn)) await write(scope);
    const batch = waiting.get(scope) ?? [];
    waiting.set(scope, batch);
    waitingLines += 1;
    if (batch.push(pending) >= batchSize) await write(scope);
    else if (waitingLines >= maxWaiting) await flush();
  };

  try {
    for await (const entry of readJsonLines(source)) {
      if (signal?.aborted) throw new MnemeError('aborted', 'The import was interrupted.');
      bytes += entry.bytes + 1;
      report.lines += 1;
      const item = read(entry, defaults, report.bad);
      if (item === undefined) continue;
      if (!passes(entry.line, () => memory.scope(item.scope), report.bad)) continue;
      takePlace(item, places);
      onItem?.(item);
      if (item.replaced || hasExpired(item, now())) {
        report.leftOut += 1;
      } else if (strict) {
        const check = () => memory.scope(item.scope).check(item.input);
        if (passes(entry.line, check, report.bad)) held.push({ line: entry.line, item });
      } else {
        await take({ line: entry.line, item });
      }
    }
    if (strict && report.bad.length > 0) return report;
    for (const pending of held) await take(pending);
    await flush();
    report.scopes.push(...scopes);
  } catch (error) {
    throw stoppedImport(error, { done: settled, items: 'lines' });
  }
  report.bad.sort((a, b) => a.line - b.line);
  onProgress?.({ lines: report.lines, bytes });
  return report;
}

function read(entry: JsonLine, defaults: ImportDefaults, bad: BadLine[]): ImportItem | undefined {
  if ('error' in entry) {
    bad.push({
      line: entry.line,
      error: new MnemeError('invalid_input', `The line ${entry.error}`),
    });
    return undefined;
  }
  let item: ImportItem | undefined;
  passes(entry.line, () => (item = importItem(entry.value, defaults)), bad);
  return item;
}

/** A turn whose line tells no place stands behind those of its session that the file had before it. */
function takePlace({ scope, input }: ImportItem, places: Map<string, number>): void {
  const { session, sequence } = input.source;
  if (input.kind !== 'episode' || session === undefined) return;
  const key = JSON.stringify([scope, session]);
  const last = places.get(key) ?? 0;
  input.source.sequence = sequence ?? Math.floor(last) + 1;
  places.set(key, Math.max(last, input.source.sequence));
}

/** What one line of an id says anew is no longer what was known when the next one comes. */
function unlessKnown(known: KnownMemories): (pending: Pending) => boolean {
  const changed = new Set<string>();
  return ({ item: { input } }) => {
    const { externalId } = input.source;
    if (!changed.has(externalId) && known.says(input)) return false;
    changed.add(externalId);
    return true;
  };
}

function passes(line: number, attempt: () => unknown, bad: BadLine[]): boolean {
  try {
    attempt();
    return true;
  } catch (error) {
    if (!MnemeError.isInstance(error)) throw error;
    bad.push({ line, error });
    return false;
  }
}

function hasExpired({ input: { expiresAt } }: ImportItem, now: Date): boolean {
  return expiresAt !== undefined && expiresAt <= now.toISOString();
}

function count(report: ImportReport, result: StoreResult, line: number): void {
  if (result.error === undefined) report[result.outcome] += 1;
  else report.bad.push({ line, error: withoutIndex(result.error) });
}

function emptyReport(): ImportReport {
  return {
    lines: 0,
    created: 0,
    confirmed: 0,
    superseded: 0,
    merged: 0,
    rejected: 0,
    leftOut: 0,
    scopes: [],
    bad: [],
  };
}
