import type { Candidate, MemoryRecord } from '@mneme/contract';
import { type AnalysedQuery, analyse, foldText, patternFor } from '@mneme/language/text';
import type { Board } from './board.ts';

/** From this share of common words on, a memory is nearly the query's own text; 1 means the same words. */
const nearly = 0.75;
/** What the same words count in another order. */
const sameWords = 0.95;
/** Lead of a memory with exactly the query's words. */
const lead = 3;
const betweenWords = patternFor(String.raw`[^\p{L}\p{N}\p{M}]+`, 'gu');

/**
 * A memory with exactly the query's words comes first, whatever the other parts add: each of them is bounded, but not
 * their sum. Must follow all other parts. A memory with nearly all words gets a share of the lead, and never passes one
 * with all words.
 */
export function liftVerbatim(board: Board, query: AnalysedQuery): void {
  const { candidates } = board;
  const plain = plainText(query.text);
  const similar = [...candidates.keys()].filter((at) =>
    mayBeNear(candidates[at] as Candidate, { plain, terms: query.terms.length }),
  );
  if (similar.length === 0) return;
  const words = analyse(query.text);
  const asked: Asked = { plain, words: counted(words), length: words.length };
  const near = similar
    .map((at) => ({ at, nearness: nearnessOf((candidates[at] as Candidate).record, asked) }))
    .filter(({ nearness }) => nearness > 0);
  if (near.length === 0) return;
  const totals = board.totals.slice();
  const top =
    totals.reduce((best, total) => Math.max(best, total), Number.NEGATIVE_INFINITY) + lead;
  // The same for all verbatim memories, so that their order stays.
  const way = near.reduce(
    (most, { at, nearness }) =>
      nearness === 1 ? Math.max(most, top - (totals[at] as number)) : most,
    0,
  );
  const isSame = new Set(near.filter(({ nearness }) => nearness === 1).map(({ at }) => at));
  const lift = board.part('verbatim', (at) =>
    isSame.has(at) ? 'says it word for word' : 'says it in nearly the same words',
  );
  for (const { at, nearness } of near)
    lift(at, isSame.has(at) ? way : nearness * (top - (totals[at] as number)));
}

interface Asked {
  plain: string;
  words: ReadonlyMap<string, number>;
  length: number;
}

/** Cheap check without reading the memory: similar length and most of the query's words. */
function mayBeNear(
  { record: { content }, found }: Candidate,
  { plain, terms }: { plain: string; terms: number },
): boolean {
  if (content.length > 2 * plain.length + 20 || 2 * content.length + 20 < plain.length)
    return false;
  let matching = 0;
  for (const frequency of found[0]?.termFrequencies ?? []) if (frequency > 0) matching += 1;
  return matching >= terms * 0.7;
}

/** 1 for the same text apart from case, accents, punctuation and white space; else by the common words. */
function nearnessOf({ content }: MemoryRecord, { plain, words, length }: Asked): number {
  if (plainText(content) === plain) return 1;
  const own = analyse(content);
  if (own.length === 0 || length === 0) return 0;
  const left = new Map(words);
  let common = 0;
  for (const word of own) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common++;
  }
  const shared = (2 * common) / (own.length + length);
  return sameWords * Math.max(0, (shared - nearly) / (1 - nearly));
}

function plainText(text: string): string {
  const folded = foldText(text).toLowerCase();
  const words = folded.replace(betweenWords(folded), ' ').trim();
  return words === '' ? text.trim() : words;
}

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
