import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Importance,
  type Memory,
  type MemoryScope,
  MnemeError,
  type StoreInput,
  type StoreResult,
} from '@mneme/core';
import { openMemory } from '@mneme/runtime';
import type { CommandContext } from '../command.ts';
import { demoFile, withTemporaryFolder } from '../files.ts';
import { withoutAbsent } from '../option-values.ts';
import type { GlobalValues, OptionTable } from '../options.ts';
import { type WalkingClock, walkingClock } from './walking-clock.ts';

/** A line of the demo's conversation. */
interface DemoTurn {
  id: string;
  text: string;
  speaker: string;
  session: string;
  time: string;
  importance?: Importance;
  tags?: string[];
  expires_at?: string;
}

/** Two facts that an agent notes, with their turns as evidence, and a question about them. */
interface NotedChange {
  old: { text: string; turn: string };
  new: { text: string; turn: string };
  question: string;
}

/** What was written for the conversation. Turns are named by their ids in the file. */
interface Questions {
  questions: { text: string; expect: string[] }[];
  changed: [NotedChange, ...NotedChange[]];
  contested: [NotedChange, ...NotedChange[]];
  /** Turns that repeat a fact. */
  duplicates: [{ first: string }, ...{ first: string }[]];
  /** What a user says at the start of a turn. */
  prefetch: string[];
  smallTalk: string[];
  /** Facts of two more people, in other scripts. */
  others: Record<string, StoreInput[]>;
  /** The versions of each note in the demo's document store, by path. */
  notes: Record<string, string[]>;
}

/** A text of the conversation that was refused because of a secret. */
export interface RefusedTurn {
  scope: string;
  text: string;
  error: MnemeError;
}

/** The stored conversation. */
export interface FilledDemo {
  scope: MemoryScope;
  written: Questions;
  turns: DemoTurn[];
  /** The id of each turn that was stored, by that in the file. */
  ids: Map<string, string>;
  refused: RefusedTurn[];
}

/** The owner of the memory. */
export const demoScope = 'Ada';

const ownFile = (name: string) => readFile(demoFile(name), 'utf8');

/** Runs with the memory of the demo in a temporary database. After the conversation the clock runs. */
export async function withDemo(
  {
    values,
    environment,
    output,
    signal,
    now,
    withNotes,
  }: Pick<CommandContext<OptionTable>, 'environment' | 'output' | 'signal' | 'now'> & {
    values: GlobalValues;
    /** Whether the facts of the demo's changes are noted already. */
    withNotes: boolean;
  },
  use: (demo: FilledDemo & { memory: Memory; path: string; now: () => Date }) => Promise<void>,
): Promise<void> {
  await withTemporaryFolder(environment, async (folder) => {
    const clock = walkingClock({ fallback: now });
    const path = join(folder, 'demo.db');
    const { memory, close } = await openMemory({
      db: `sqlite:${path}`,
      embedder: values.embedder,
      temporary: true,
      environment,
      settings: { clock: clock.now, assistants: ['Iris'] },
    });
    try {
      output.progress.update('storing the conversation of the demo');
      const filled = await fillDemo(memory, { clock, signal, withNotes });
      output.progress.clear();
      clock.goOn();
      await use({ ...filled, memory, path, now: clock.now });
    } finally {
      await close();
    }
  });
}

/**
 * Stores the demo's conversation, session by session, like a chatbot: turns, the facts learned from them, facts noted
 * by an agent, and notes in files. Adds two more people, in two more scripts.
 */
export async function fillDemo(
  memory: Memory,
  {
    clock,
    signal,
    withNotes = true,
  }: { clock: WalkingClock; signal: AbortSignal; withNotes?: boolean },
): Promise<FilledDemo> {
  const lines = (await ownFile('conversation.jsonl')).trim().split('\n');
  const said = lines.map((line) => JSON.parse(line) as DemoTurn);
  const written = JSON.parse(await ownFile('questions.json')) as Questions;
  const changes = withNotes ? [...written.changed, ...written.contested] : [];
  const notes = changes.flatMap((each) => [each.old, each.new]);
  const scope = memory.scope(demoScope);
  const refused: RefusedTurn[] = [];
  const ids = new Map<string, string>();
  const filled = { scope, written, turns: said, ids, refused };
  const hasNoSecret = ({ text }: DemoTurn) => {
    try {
      scope.check({ content: text });
      return true;
    } catch (error) {
      if (!MnemeError.isInstance(error) || error.code !== 'secret_refused') throw error;
      refused.push({ scope: demoScope, text, error });
      return false;
    }
  };
  for (const [session, all] of Map.groupBy(said, (turn) => turn.session)) {
    signal.throwIfAborted();
    clock.walkTo(all.at(-1)?.time);
    const kept = all.filter(hasNoSecret);
    const isAhead = (time: string | undefined) =>
      time !== undefined && new Date(time) > clock.now() ? time : undefined;
    const turns = kept.map(({ text, speaker, time, importance, tags, expires_at }) => ({
      content: text,
      speaker,
      occurredAt: time,
      importance,
      tags,
      expiresAt: isAhead(expires_at),
    }));
    const stored = await scope.episodes.append(turns.map(withoutAbsent), { session });
    for (const [at, { id }] of kept.entries()) ids.set(id, stored.ids[at] as string);
    for (const note of notes)
      if (kept.some(({ id }) => id === note.turn)) await noteFact(filled, note);
  }
  for (const [name, facts] of Object.entries(written.others))
    await memory.scope(name).storeMany(facts);
  if (memory.keepsDocuments) {
    const store = await scope.stores.open('Notes', { create: true });
    for (const [path, versions] of Object.entries(written.notes))
      for (const content of versions) await store.write({ path, content });
  }
  return filled;
}

/** Stored at the time of the turn that it rests on. */
export async function noteFact(
  { scope, turns, ids }: FilledDemo,
  { text, turn }: NotedChange['old'],
): Promise<StoreResult> {
  return scope.store({
    content: text,
    occurredAt: turns.find(({ id }) => id === turn)?.time,
    evidence: [ids.get(turn) as string],
    importance: 4,
    category: 'user_preference',
  });
}
