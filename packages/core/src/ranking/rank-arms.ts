import { bm25, type Candidate, type SearchResponse } from '@mneme/engine/contract';
import { type Fused, fuse } from '@mneme/engine/fusion';
import type { RankWeights } from './rank-weights.ts';
import { Turns } from './turns.ts';
import { type CountedWords, withNeighbourWords } from './window-words.ts';

/** One addend of a total. */
export interface Part {
  name: string;
  value: number;
  /** A function where the sentence takes work: most are never read. */
  why: string | (() => string);
}

/** A candidate on its way through the ranking. */
export interface Scored {
  candidate: Candidate;
  /** What the arms give together, in standard deviations: what is lent to neighbours. */
  own: number;
  parts: Part[];
}

/** What is looked at for another reason, such as its time, may lie far below all the rest; no part makes up for that. */
const lowestZ = -2;

/** Fewer turns tell no scale. */
const fewestTurns = 10;

/** The sum of the parts so far. */
export function totalOf({ parts }: Scored): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

/** The sum of the parts with these names. */
export function partOf(parts: readonly Part[], names: readonly string[]): number {
  return parts.reduce((sum, { name, value }) => (names.includes(name) ? sum + value : sum), 0);
}

/** Each candidate's scores by both arms, in the order of the candidates. */
export function scoreArms(found: SearchResponse, weights: RankWeights): Scored[] {
  const { candidates, statistics } = found;
  const words = windowsOf(candidates, weights.window);
  // Facts are short and often name whom they are about, so they are near to much that is asked: turns tell the scale.
  const turns = candidates.map(({ record }) => record.kind === 'episode');
  const measured = turns.filter((isTurn) => isTurn).length < fewestTurns ? undefined : turns;
  const fused = fuse({
    similarity: {
      weight: weights.dense,
      scores: candidates.map(({ similarity }) => similarity),
      lowest: lowestZ,
      measured,
    },
    keywords: {
      weight: 1 - weights.dense,
      // No word in common is a score of 0: the only record with a rare word must stand out from the rest.
      scores: words.map((counted) => bm25(counted, statistics)),
      lowest: lowestZ,
      measured,
    },
  });
  return candidates.map((candidate, index) => {
    const { score, arms } = fused[index] as Fused<'similarity' | 'keywords'>;
    const { similarity, keywords } = arms;
    return {
      candidate,
      own: score,
      parts: [
        {
          name: 'similarity',
          value: similarity.contribution,
          why: () =>
            similarity.score === undefined
              ? 'not among the nearest'
              : `cosine ${similarity.score.toFixed(3)}`,
        },
        {
          name: 'keywords',
          value: keywords.contribution,
          why: () => `BM25 ${keywords.score?.toFixed(2)} with the words of the turns beside it`,
        },
      ],
    };
  });
}

/** What BM25 counts for each candidate: its words, and a share of those of the turns beside it. */
function windowsOf(candidates: readonly Candidate[], share: number): readonly CountedWords[] {
  if (share === 0) return candidates;
  const places = candidates.map(({ record }, index) => ({ record, index }));
  const turns = new Turns(places, ({ record }) => record);
  return places.map(({ record, index }) => {
    const beside = [-1, 1].flatMap((distance) => {
      const place = turns.beside(record, distance);
      return place === undefined ? [] : [candidates[place.index] as CountedWords];
    });
    return withNeighbourWords(candidates[index] as CountedWords, { beside, share });
  });
}
