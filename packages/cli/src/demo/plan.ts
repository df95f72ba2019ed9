import { readFile } from 'node:fs/promises';
import type { Turn } from './conversation.ts';
import { rareWordQuestions } from './rare-words.ts';

/** What a demo asks. Ids are those of the conversation's file. */
export interface Plan {
  questions: { text: string; expect: string[] }[];
  /** Facts as an agent notes them, of which the newer one replaces the older one, the most telling first. */
  changed: NotedChange[];
  /** Facts of which the newer one only may do so. */
  contested: NotedChange[];
  /** Facts that are said again in other words or letters; `again` is what is said. */
  repeated: { first: string; again: string }[];
  /** What a user says at the start of a turn. */
  messages: string[];
  /** What a user says that nothing should be recalled for. */
  smallTalk: string[];
}

/** Two facts with the turns that they rest on, and what asks for them. */
export interface NotedChange {
  scope: string;
  old: { text: string; turn: string };
  new: { text: string; turn: string };
  question: string;
}

interface WrittenQuestions {
  questions: Plan['questions'];
  changed: NotedChange[];
  contested: NotedChange[];
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
    changed: written.changed,
    contested: written.contested,
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
    changed: [],
    contested: [],
    repeated,
    messages,
    smallTalk: ['thanks, bye!'],
  };
}

function isStatement(content: string): boolean {
  return !questionMark.test(content) && content.length > 20 && content.length < 150;
}
