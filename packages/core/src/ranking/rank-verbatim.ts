import type { MemoryRecord } from '@mneme/engine/contract';
import { type AnalysedQuery, analyse, foldText } from '@mneme/language/text';
import { type Scored, totalOf } from './rank-arms.ts';

/** From this share of common words on, a memory is nearly what was asked for; at 1 it has the same words. */
const nearly = 0.75;
/** What the same words count in another order. */
const sameWords = 0.95;
/** How far the memory that says it word for word comes out ahead. */
const lead = 3;

/**
 * A memory that is asked for in its own words comes first, whoever said it and whatever stands beside it: the parts
 * before this one are bounded each, but not their sum. Follows all other parts. A memory that shares nearly all words
 * goes as much of the way, and never past one that has the very words.
 */
export function liftVerbatim(scored: readonly Scored[], query: AnalysedQuery): void {
  const asked = wordsOf(query);
  const near: { entry: Scored; total: number; nearness: number }[] = [];
  let best = Number.NEGATIVE_INFINITY;
  for (const entry of scored) {
    const total = totalOf(entry);
    best = Math.max(best, total);
    const nearness = mayBeNear(entry, asked) ? nearnessOf(entry.candidate.record, asked) : 0;
    if (nearness > 0) near.push({ entry, total, nearness });
  }
  const top = best + lead;
  // The same for all that say it word for word, so that they keep their order among themselves.
  const way = near.reduce((most, { total, nearness }) => {
    return nearness === 1 ? Math.max(most, top - total) : most;
  }, 0);
  for (const { entry, total, nearness } of near)
    entry.parts.push(
      nearness === 1
        ? { name: 'verbatim', value: way, why: 'says it word for word' }
        : {
            name: 'verbatim',
            value: nearness * (top - total),
            why: 'says it in nearly the same words',
          },
    );
}

interface Asked {
  plain: string;
  terms: number;
  words: ReadonlyMap<string, number>;
  length: number;
}

function wordsOf({ text, terms }: AnalysedQuery): Asked {
  const all = analyse(text);
  return { plain: plainText(text), terms: terms.length, words: counted(all), length: all.length };
}

/** Without reading the memory: whether it is about as long and has most of the query's words. */
function mayBeNear({ candidate }: Scored, { plain, terms }: Asked): boolean {
  const { content } = candidate.record;
  if (content.length > 2 * plain.length + 20 || 2 * content.length + 20 < plain.length)
    return false;
  const held = candidate.termFrequencies.filter((frequency) => frequency > 0).length;
  return held >= terms * 0.7;
}

/** 1 for the same text but for case, accents, marks and white space; else by the words that both have. */
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
  const words = foldText(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
  return words === '' ? text.trim() : words;
}

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
