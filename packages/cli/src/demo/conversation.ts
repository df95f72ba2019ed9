import { performance } from 'node:perf_hooks';
import type { Memory, MemoryScope, StoreResult } from '@mneme/core';
import { type ImportReport, importMemories, type OpenedMemory } from '@mneme/runtime';
import type { InputFile } from '../files.ts';
import type { Progress } from '../progress.ts';
import { Stopwatch } from './stopwatch.ts';
import type { WalkingClock } from './walking-clock.ts';

/** Who speaks for the program in the demo's own conversation. */
export const assistants = ['Iris'];

/** A turn that was given to the engine, and what became of it. */
export interface Turn {
  line: number;
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

/** A conversation that has been lived through. */
export interface Conversation {
  memory: Memory;
  /** The database file. */
  path: string;
  turns: Turn[];
  report: ImportReport;
  importMs: number;
  stopwatch: Stopwatch;
  now(): Date;
  scopeOf(turn: Pick<Turn, 'scope'>): MemoryScope;
  /** By the id in the file. */
  turn(externalId: string): Turn | undefined;
}

export interface LiveThroughOptions {
  clock: WalkingClock;
  progress: Progress;
  signal: AbortSignal;
}

/** Stores turn after turn, with the clock at each turn's own time: as if the memory had been there all along. */
export async function liveThrough(
  { memory, path = '' }: Pick<OpenedMemory, 'memory' | 'path'>,
  file: InputFile,
  { clock, progress, signal }: LiveThroughOptions,
): Promise<Conversation> {
  const turns: Turn[] = [];
  const stopwatch = new Stopwatch();
  const started = performance.now();
  let last = started;
  const report = await importMemories(memory, file.stream, {
    defaults: { scope: 'demo' },
    now: clock.now,
    // One write a turn: the clock moves in between.
    batchSize: 1,
    signal,
    onItem: ({ input }) => {
      clock.walkTo(input.occurredAt as string | undefined);
      last = performance.now();
    },
    onResult: ({ line, item: { scope, input }, result }) => {
      stopwatch.add('store a turn', performance.now() - last);
      const { externalId, speaker, session } = input.source;
      turns.push({
        line,
        scope,
        externalId,
        content: input.content,
        speaker,
        session,
        time: input.occurredAt as string | undefined,
        expiresAt: input.expiresAt as string | undefined,
        result,
      });
    },
    onProgress: ({ lines, bytes }) =>
      progress.update(`living through ${lines} turns`, file.size && bytes / file.size),
  });
  progress.clear();
  const byExternalId = new Map(turns.map((turn) => [turn.externalId, turn]));
  return {
    memory,
    path,
    turns,
    report,
    importMs: performance.now() - started,
    stopwatch,
    now: clock.now,
    scopeOf: ({ scope }) => memory.scope(scope),
    turn: (externalId) => byExternalId.get(externalId),
  };
}
