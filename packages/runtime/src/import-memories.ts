import { type Memory, MnemeError, type StoreResult } from '@mneme/core';
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
  const known = new Map<string, KnownMemories>();
  const waiting = new Map<string, Pending[]>();
  const held: Pending[] = [];
  const places = new Map<string, number>();
  let bytes = 0;
  let settled = 0;

  const write = async (scopeName: string) => {
    const batch = waiting.get(scopeName) ?? [];
    waiting.delete(scopeName);
    if (batch.length === 0) return;
    const scope = memory.scope(scopeName);
    const inputs = batch.map(({ item }) => item.input);
    const results = await scope.storeMany(inputs, { onError: 'collect', actor: 'import', signal });
    for (const [index, result] of results.entries()) {
      const { line, item } = batch[index]!;
      count(report, result, line);
      onResult?.({ line, item, result });
    }
    settled += batch.length;
    onProgress?.({ lines: settled, bytes });
  };
  const take = async (pending: Pending) => {
    const { scope, input } = pending.item;
    let ofScope = known.get(scope);
    if (ofScope === undefined) {
      ofScope = await readKnownMemories(memory.scope(scope), { signal });
      known.set(scope, ofScope);
    }
    if (ofScope.says(input)) {
      report.confirmed += 1;
      settled += 1;
      return;
    }
    if (dryRun) {
      const check = () => memory.scope(scope).check(input);
      if (passes(pending.line, check, report.bad)) report.created += 1;
      return;
    }
    const batch = waiting.get(scope);
    if (batch === undefined) waiting.set(scope, [pending]);
    else if (batch.push(pending) >= batchSize) await write(scope);
  };

  try {
    for await (const entry of readJsonLines(source)) {
      if (signal?.aborted) throw new MnemeError('aborted', 'The import was interrupted.');
      bytes += entry.bytes + 1;
      report.lines += 1;
      const item = read(entry, defaults, report.bad);
      if (item === undefined) continue;
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
    for (const scope of [...waiting.keys()]) await write(scope);
  } catch (error) {
    throw atLine(error, settled);
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

/** The engine says `items[3].content`; here the line says which item it is, so the item's own error is enough. */
function withoutIndex(error: MnemeError): MnemeError {
  return MnemeError.isInstance(error.cause) ? error.cause : error;
}

/** A failure of the store ends the import; what was written stays, and the message says so. */
function atLine(error: unknown, settled: number): unknown {
  if (!MnemeError.isInstance(error) || settled === 0) return error;
  const message = `${error.message} (${settled} lines are imported; run the import again to go on.)`;
  return new MnemeError(error.code, message, { field: error.field, cause: error });
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
    bad: [],
  };
}
