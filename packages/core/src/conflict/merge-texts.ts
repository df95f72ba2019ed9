import { readStatement } from './read-statement.ts';

/** After a full stop, a question mark or the like, and at every line break. */
const sentenceEnd = /(?<=[。！？；]|[.!?;](?=\s))\s*|\n+/u;

/**
 * One text that says what both say: the longer one where it holds all the words of the other, else the stored text
 * followed by the sentences of the incoming one that it lacks.
 */
export function mergeTexts(stored: string, incoming: string): string {
  const [first, second] = [stored.trim(), incoming.trim()];
  if (holds(first, second)) return first;
  if (holds(second, first)) return second;
  const known = sentences(first);
  const added = sentences(second).filter(
    (sentence) => !known.some((other) => holds(other, sentence)),
  );
  // What the incoming text says at greater length need not be kept in the short form.
  const kept = known.filter((sentence) => !added.some((other) => holds(other, sentence)));
  return [...kept, ...added].join('\n');
}

function sentences(text: string): string[] {
  return text
    .split(sentenceEnd)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** Whether `text` has every word of `part`, in the same order and with nothing denied that is not denied there. */
function holds(text: string, part: string): boolean {
  const all = readStatement(text);
  const some = readStatement(part);
  if (some.clipped || all.clipped || some.question !== all.question) return text === part;
  const denials = (tokens: typeof all.tokens) =>
    tokens.filter(({ kind }) => kind === 'negation').length;
  if (denials(all.tokens) !== denials(some.tokens)) return false;
  let next = 0;
  for (const { key } of all.tokens) if (some.tokens[next]?.key === key) next++;
  return next === some.tokens.length && (next > 0 || text.includes(part));
}
