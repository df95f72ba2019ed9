import { readFile } from 'node:fs/promises';
import type { Turn } from './conversation.ts';
import { rareWordQuestions } from './rare-words.ts';

/** The questions of a demo. Ids are those of the conversation's file. */
export interface Plan {
  questions: { text: string; expect: string[] }[];
  /** Pairs of facts as an agent notes them, the newer replacing the older, best example first. */
  changed: NotedChange[];
  /** Facts of which only the newer one may be found. */
  contested: NotedChange[];
  /** Facts that are stored again in other words or spelling, given in `again`. */
  repeated: { first: string; again: string }[];
  /** Messages at the start of a turn. */
  messages: string[];
  /** Messages for which nothing should be recalled. */
  smallTalk: string[];
}

/** Two facts with their turns, and a question about them. */
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

/** Questions written for the demo's conversation. */
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

/** Questions made from a conversation, for a user's own file. */
export function derivedPlan(turns: readonly Turn[]): Plan {
  // The last questions are the most likely to be asked again.
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
