import { performance } from 'node:perf_hooks';
import type { Memory, MemoryScope, StoreResult } from '@mneme/core';
import type { OpenedMemory } from '@mneme/runtime';
import type { InputFile } from '../files.ts';
import type { Progress } from '../progress.ts';
import { Stopwatch } from './stopwatch.ts';
import type { WalkingClock } from './walking-clock.ts';

/** The program's speaker name in the demo's own conversation. */
export const assistants = ['Iris'];

/** A turn that was stored, and its outcome. */
export interface Turn {
  /** Its line. */
  at: string;
  scope: string;
  /** The id in the file. */
  externalId: string;
  content: string;
  speaker?: string;
  session?: string;
  /** When it was said. ISO 8601. */
  time?: string;
  expiresAt?: string;
  result: StoreResult;
}

/** A conversation that was stored turn by turn. */
export interface Conversation {
  memory: Memory;
  /** The database file. */
  path: string;
  turns: Turn[];
  /** Number of lines by outcome. */
  counts: ConversationCounts;
  importMs: number;
  stopwatch: Stopwatch;
  now(): Date;
  scopeOf(turn: Pick<Turn, 'scope'>): MemoryScope;
  /** By the id in the file. */
  turn(externalId: string): Turn | undefined;
}

export interface ConversationCounts extends Record<StoreResult['outcome'], number> {
  lines: number;
  /** Refused because they contain a secret. */
  refused: number;
  bad: number;
  expired: number;
}

export interface LiveThroughOptions {
  clock: WalkingClock;
  progress: Progress;
  signal: AbortSignal;
}

/** Stores turn after turn, with the clock at each turn's own time, as if the memory had been there all along. */
export async function liveThrough(
  { memory, path = '' }: Pick<OpenedMemory, 'memory' | 'path'>,
  file: InputFile,
  { clock, progress, signal }: LiveThroughOptions,
): Promise<Conversation> {
  const turns: Turn[] = [];
  const stopwatch = new Stopwatch();
  const started = performance.now();
  const counts: ConversationCounts = {
    ...{ created: 0, superseded: 0, confirmed: 0, merged: 0, rejected: 0 },
    ...{ lines: 0, refused: 0, bad: 0, expired: 0 },
  };
  const { openImport, readInputs, readItems } = await import('@mneme/importers');
  const { source } = await openImport(file.stream, { from: 'jsonl' });
  const items = readItems(source, { format: 'jsonl', hasScope: false });
  for await (const read of readInputs(items, { scope: 'demo' })) {
    signal.throwIfAborted();
    counts.lines += 1;
    if (!('input' in read)) {
      if (read.problem === undefined) counts.expired += 1;
      else counts.bad += 1;
      continue;
    }
    const { scope, input } = read;
    clock.walkTo(input.occurredAt as string | undefined);
    if (input.expiresAt !== undefined && input.expiresAt <= clock.now().toISOString()) {
      counts.expired += 1;
      continue;
    }
    const before = performance.now();
    const options = { onError: 'collect', actor: 'import', signal } as const;
    const [result] = await memory.scope(scope).storeMany([input], options);
    if (result === undefined) continue;
    const { externalId = '', speaker, session } = input.source;
    turns.push({
      ...{ at: read.at, scope, externalId, content: input.content, speaker, session, result },
      time: input.occurredAt as string | undefined,
      expiresAt: input.expiresAt as string | undefined,
    });
    if (result.error === undefined) counts[result.outcome] += 1;
    else counts[result.error.code === 'secret_refused' ? 'refused' : 'bad'] += 1;
    stopwatch.add('store a turn', performance.now() - before);
    const { bytes } = source.progress();
    progress.update(`living through ${counts.lines} turns`, file.size && bytes / file.size);
  }
  await source.close();
  progress.clear();
  const byExternalId = new Map(turns.map((turn) => [turn.externalId, turn]));
  return {
    memory,
    path,
    turns,
    counts,
    importMs: performance.now() - started,
    stopwatch,
    now: clock.now,
    scopeOf: ({ scope }) => memory.scope(scope),
    turn: (externalId) => byExternalId.get(externalId),
  };
}
