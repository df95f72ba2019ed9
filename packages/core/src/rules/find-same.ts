import type { Evidence } from './conflict.js';
import type { Differences } from './differences.js';
import { endings, verbs } from './fact-words.js';
import { isChinese, type Statement } from './read-statement.js';

/** Where, when and which: words of these fields are not said in passing. */
const telling: ReadonlySet<string> = new Set(
  'place compass side vertical weekday month day year season daytime frequency temperature colour kin'.split(
    ' ',
  ),
);

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
  if (most === 0 && linking === 0 && order === 'equal') return 'the same words';
  if (similarity === undefined || similarity < calibration.duplicate) return undefined;
  if (most === 0) {
    // In a long Chinese sentence a stretch that has moved often has another role.
    if (order === 'block' && shared > 10 && a.tokens.some(({ surface }) => isChinese(surface)))
      return undefined;
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
  return 'the same in other words';
}

function hasVerb({ tokens }: Statement): boolean {
  return tokens.some(({ key }) => verbs.has(key));
}
