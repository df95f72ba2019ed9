import { readFile } from 'node:fs/promises';
import { type Importance, type Memory, type MemoryCategory, MnemeError } from '@mneme/core';
import type { NotedChange } from './plan.ts';
import type { WalkingClock } from './walking-clock.ts';

/** A line of the demo's conversation. */
interface Said {
  id: string;
  text: string;
  speaker: string;
  session: string;
  time: string;
  importance?: Importance;
  tags?: string[];
  expires_at?: string;
}

/** A text of the conversation that was refused because of a secret. */
export interface RefusedTurn {
  scope: string;
  error: MnemeError;
}

const owner = 'Ada';

/**
 * Stores the demo's conversation, session by session, like a chatbot: turns, the facts learned from them, facts noted
 * by an agent, and notes in files. Adds two more people, in two more scripts.
 */
export async function fillDemo(
  memory: Memory,
  {
    conversation,
    questions,
    clock,
    signal,
  }: { conversation: string; questions: string; clock: WalkingClock; signal: AbortSignal },
): Promise<RefusedTurn[]> {
  const lines = (await readFile(conversation, 'utf8')).trim().split('\n');
  const said = lines.map((line) => JSON.parse(line) as Said);
  const written = JSON.parse(await readFile(questions, 'utf8')) as Record<
    'changed' | 'contested',
    NotedChange[]
  >;
  const notes = [...written.changed, ...written.contested].flatMap((each) => [each.old, each.new]);
  const scope = memory.scope(owner);
  const refused: RefusedTurn[] = [];
  const mayBeKept = ({ text }: Said) => {
    try {
      scope.check({ content: text });
      return true;
    } catch (error) {
      if (!MnemeError.isInstance(error) || error.code !== 'secret_refused') throw error;
      refused.push({ scope: owner, error });
      return false;
    }
  };
  for (const [session, all] of Map.groupBy(said, (turn) => turn.session)) {
    signal.throwIfAborted();
    clock.walkTo(all.at(-1)?.time);
    const kept = all.filter(mayBeKept);
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
    const { ids } = await scope.episodes.append(turns.map(withoutAbsent), { session });
    for (const { text, turn } of notes) {
      const at = kept.findIndex(({ id }) => id === turn);
      const episode = ids[at];
      if (episode === undefined) continue;
      const fact = { content: text, occurredAt: kept[at]?.time, evidence: [episode] };
      await scope.store({ ...fact, importance: 4, category: 'user_preference' });
    }
  }
  await noteOthers(memory);
  if (memory.keepsDocuments) await writeNotes(memory);
  return refused;
}

const others: Record<
  string,
  [content: string, category: MemoryCategory, importance: Importance][]
> = {
  陈伟: [
    ['陈伟喜欢喝绿茶，不加糖', 'user_preference', 5],
    ['陈伟负责 Heron 项目的数据导入', 'project_context', 4],
    ['陈伟每周三在家办公', 'factual_knowledge', 3],
  ],
  ליאת: [
    ['ליאת מעדיפה תשובות קצרות', 'user_preference', 5],
    ['ליאת מובילה את צוות העיצוב של Heron', 'project_context', 4],
  ],
};

async function noteOthers(memory: Memory): Promise<void> {
  for (const [name, facts] of Object.entries(others)) {
    await memory
      .scope(name)
      .storeMany(
        facts.map(([content, category, importance]) => ({ content, category, importance })),
      );
  }
}

async function writeNotes(memory: Memory): Promise<void> {
  const notes = await memory.scope(owner).stores.open('Notes', { create: true });
  const files: Record<string, string[]> = {
    '/ada/answers.md': [
      '# How Ada likes answers\n\n- bullet points\n- no small talk before noon\n',
      '# How Ada likes answers\n\n- numbered lists\n- no small talk before noon\n- metric units\n',
    ],
    '/heron/plan.md': [
      '# Heron\n\nForecasts of wave height for small harbours.\n\n1. Import of the buoy data\n2. First public forecast\n',
      '# Heron\n\nForecasts of wave height for small harbours.\n\n1. Import of the buoy data (done)\n2. First public forecast\n3. Talk to the harbour master in Setúbal\n',
    ],
  };
  for (const [path, versions] of Object.entries(files)) {
    for (const content of versions) await notes.write({ path, content });
  }
}

function withoutAbsent<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
