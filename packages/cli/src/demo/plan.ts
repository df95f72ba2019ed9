import { readFile } from 'node:fs/promises';
import type { Turn } from './conversation.ts';
import { rareWordQuestions } from './rare-words.ts';

/** What a demo asks. Ids are those of the conversation's file. */
export interface Plan {
  questions: { text: string; expect: string[] }[];
  /** Statements that took the place of older ones, the most telling first. */
  changed: { old: string; new: string; question: string }[];
  /** Facts that are said again in other words or letters; `again` is what is said. */
  repeated: { first: string; again: string }[];
  /** What a user says at the start of a turn. */
  messages: string[];
  /** What a user says that nothing should be recalled for. */
  smallTalk: string[];
}

interface WrittenQuestions {
  questions: Plan['questions'];
  changed: (Plan['changed'][number] & { preference?: boolean })[];
  duplicates: { first: string; again: string; kind: 'exact' | 'paraphrase' }[];
  prefetch: string[];
  smallTalk: string[];
}

/** The questions that were written for a conversation. */
export async function writtenPlan(path: string, turns: readonly Turn[]): Promise<Plan> {
  const written = JSON.parse(await readFile(path, 'utf8')) as WrittenQuestions;
  const contents = new Map(turns.map(({ externalId, content }) => [externalId, content]));
  return {
    questions: written.questions,
    changed: [...written.changed].sort(
      (a, b) => Number(b.preference ?? false) - Number(a.preference ?? false),
    ),
    repeated: written.duplicates.flatMap(({ first, again, kind }) => {
      const said = contents.get(again);
      return kind === 'exact' && said !== undefined ? [{ first, again: said }] : [];
    }),
    messages: written.prefetch,
    smallTalk: written.smallTalk.slice(0, 1),
  };
}

const questionMark = /[?？]\s*$/u;

/** Questions made from the conversation itself, for a user's own file. */
export function derivedPlan(turns: readonly Turn[]): Plan {
  // What was asked last is the likeliest thing to be asked again.
  const asked = turns.filter(({ content }) => questionMark.test(content) && content.length < 300);
  const messages = (asked.length > 0 ? asked : turns).slice(-2).map(({ content }) => content);
  const stated = turns.filter(
    ({ content, result }) => isStatement(content) && result.outcome === 'created',
  );
  const repeated = stated
    .slice(-1)
    .map(({ externalId, content }) => ({ first: externalId, again: `${content.toUpperCase()}!` }));
  return {
    questions: rareWordQuestions(turns),
    changed: replacements(turns),
    repeated,
    messages,
    smallTalk: ['thanks, bye!'],
  };
}

/** What took the place of what, the latest first. */
export function replacements(turns: readonly Turn[]): Plan['changed'] {
  const byId = new Map(turns.map((turn) => [turn.result.id, turn]));
  const found = turns.flatMap((turn) =>
    (turn.result.superseded ?? []).flatMap((oldId) => {
      const old = byId.get(oldId);
      if (old === undefined) return [];
      return [{ old: old.externalId, new: turn.externalId, question: turn.content }];
    }),
  );
  return found.reverse();
}

function isStatement(content: string): boolean {
  return !questionMark.test(content) && content.length > 20 && content.length < 150;
}
