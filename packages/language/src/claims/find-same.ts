import type { Evidence } from './conflict-decision.ts';
import type { Differences } from './differences.ts';
import { endings, verbs } from './fact-words.ts';
import { isChinese, type Statement } from './read-statement.ts';

/** Where, when and which: words of these fields are not said in passing. */
const telling: ReadonlySet<string> = new Set(
  'place compass side vertical weekday month day year season daytime frequency temperature colour kin'.split(
    ' ',
  ),
);

/** Fewer shared words are a short statement. */
const shortStatement = 8;

/** What makes two texts say different things, however near their vectors are. */
function excludesSame(a: Statement, b: Statement, differences: Differences): boolean {
  const { values, negation, persons, opposed, question, order } = differences;
  if (a.clipped || b.clipped || a.tokens.length === 0 || b.tokens.length === 0) return true;
  return (
    values || negation || persons || opposed !== undefined || question || order === 'scrambled'
  );
}

/**
 * Why both say the same; undefined where they may not. Words come first: what differs in a value, a name, a denial, a
 * person or a role is never the same. The similarity is asked only about what the words leave open.
 */
export function findSame(
  a: Statement,
  b: Statement,
  { differences, similarity, calibration }: Evidence,
): string | undefined {
  if (excludesSame(a, b, differences)) return undefined;
  const { onlyA, onlyB, shared, linking, order, names } = differences;
  const most = Math.max(onlyA.length, onlyB.length);
  if (most === 0 && linking === 0 && order === 'equal' && shared > 1) {
    // The weak words of Chinese carry more than those of English: `那很便宜`, `也就便宜了`.
    const doubtful =
      similarity !== undefined && similarity < halfway(calibration.related, calibration.duplicate);
    return doubtful && hasChinese(a, b) ? undefined : 'the same words';
  }
  if (similarity === undefined || similarity < calibration.duplicate) return undefined;
  if (most === 0) {
    // In a long Chinese sentence a stretch that has moved often has another role.
    if (order === 'block' && shared > 10 && hasChinese(a, b)) return undefined;
    return 'the same words, arranged differently';
  }
  if (names || shared < most) return undefined;
  const only = [...onlyA, ...onlyB];
  if (only.some(({ key, field }) => endings.has(key) || telling.has(field ?? ''))) return undefined;
  if (only.some(({ surface }) => isChinese(surface))) {
    // Two characters make another word, and few embedders know Chinese well enough to tell.
    if (order !== 'equal' || only.length > 2 || shared < 12) return undefined;
    return 'the same but for a character';
  }
  // Another object of one verb is another fact: `likes tea`, `likes coffee`, `likes tea and coffee`.
  if (hasVerb(a) || hasVerb(b)) return undefined;
  // In a short statement one word for another is seldom a synonym: `fried an egg`, `cooked an egg`.
  const replaced = onlyA.length > 0 && onlyB.length > 0;
  if (replaced && shared < shortStatement) return undefined;
  return 'the same in other words';
}

function halfway(from: number, to: number): number {
  return (from + to) / 2;
}

/** Either of them: words of two languages may have one key, and `same` must not depend on which text came first. */
function hasChinese(...statements: Statement[]): boolean {
  return statements.some(({ tokens }) => tokens.some(({ surface }) => isChinese(surface)));
}

function hasVerb({ tokens }: Statement): boolean {
  return tokens.some(({ key }) => verbs.has(key));
}
