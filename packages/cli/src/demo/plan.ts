import { readFile } from 'node:fs/promises';
import type { Turn } from './conversation.js';
import { rareWordQuestions } from './rare-words.js';

/** What a demo asks. Ids are those of the conversation's file. */
export interface Plan {
  questions: { text: string; expect: string[] }[];
  /** Statements that took the place of older ones, the most telling first. */
  changed: { old: string; new: string; question: string }[];
  /** What a user says at the start of a turn. */
  messages: string[];
}

/** The questions that were written for a conversation. */
export async function writtenPlan(path: string): Promise<Plan> {
  const { questions, changed, prefetch } = JSON.parse(await readFile(path, 'utf8')) as {
    questions: Plan['questions'];
    changed: (Plan['changed'][number] & { preference?: boolean })[];
    prefetch: string[];
  };
  const telling = [...changed].sort(
    (a, b) => Number(b.preference ?? false) - Number(a.preference ?? false),
  );
  return { questions, changed: telling, messages: prefetch };
}

const questionMark = /[?？]\s*$/u;

/** Questions made from the conversation itself, for a user's own file. */
export function derivedPlan(turns: readonly Turn[]): Plan {
  const byId = new Map(turns.map((turn) => [turn.result.id, turn]));
  const changed = turns.flatMap((turn) =>
    (turn.result.superseded ?? []).flatMap((oldId) => {
      const old = byId.get(oldId);
      if (old === undefined) return [];
      return [{ old: old.externalId, new: turn.externalId, question: turn.content }];
    }),
  );
  // What was asked last is the likeliest thing to be asked again.
  const asked = turns.filter(
    (turn) => questionMark.test(turn.content) && turn.content.length < 300,
  );
  const messages = (asked.length > 0 ? asked : turns).slice(-2).map((turn) => turn.content);
  return { questions: rareWordQuestions(turns), changed: changed.reverse(), messages };
}
