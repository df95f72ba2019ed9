import type { ArmWeights } from '@mneme/contract';
import { isConversation, tells } from '@mneme/language/text';

/** The weight of each part of the ranking, in standard deviations of an arm. */
export interface RankWeights extends ArmWeights {
  /** `dense` for a query that is a copied conversation: its many words hit by chance. */
  denseOfConversation: number;
  /** Replaces these weights for a message that tells something and does not only ask (`tells`). */
  ofMessage: Partial<RankWeights>;
  /** Share of the score of the turn at this distance (-1: the one before it). */
  neighbours: readonly (readonly [distance: number, share: number])[];
  /** Share of the mean of its session's best three turns. */
  session: number;
  /** Added to the first turn of a session, unless an assistant says it. */
  opening: number;
  /** Added to a turn of the moment of the query; halves with every ten days of age. */
  recent: number;
  /** Share of the best turn of another session at the same time. */
  sameTime: number;
  /** Subtracted from a turn for each better turn directly beside it. */
  crowding: number;
  /** Subtracted from a turn that ends in a question mark. */
  question: number;
  /** Added to memories of a speaker that the query names; less for a speaker who says most among many others. */
  speaker: number;
  /** Subtracted from an assistant's turns if the query is about its author. */
  queryAuthor: number;
  /**
   * For turns of a named speaker: half is added if he speaks only of himself, and more is subtracted the more he speaks
   * of `you`.
   */
  aboutSpeaker: number;
  /** Subtracted from turns about `you` and not `I` if the query is about its author. */
  aboutAuthor: number;
  /** Added to memories that contain a time if the query asks for one. */
  containsTime: number;
  /** Added to memories of a time that the query names. */
  time: number;
  /** A fact's share of the lead that the best turn it rests on has over it. */
  evidence: number;
  /** Added in full to importance 5 that has not faded. */
  importance: number;
  /** For how many of the best turns the neighbours are read. */
  extendedTurns: number;
}

/** Found by `lab/main.mjs recall-weights` on the development sets, rounded to values on which several sets agree. */
export const defaultRankWeights: RankWeights = {
  dense: 0.55,
  denseOfConversation: 0.64,
  // A message continues a matter, which was usually raised at the start of a session, and recently. Names in it say who
  // takes part, not whose words are wanted.
  ofMessage: { dense: 0.5, session: 0.4, opening: 1.5, recent: 1, speaker: 0.8 },
  window: 0.2,
  questions: 0.7,
  neighbours: [
    [-1, 0.4],
    [-2, 0.25],
    [1, 0.25],
    [2, 0.15],
  ],
  session: 0.15,
  opening: 0,
  recent: 0,
  sameTime: 0.5,
  crowding: 0.4,
  question: 0.3,
  speaker: 3.2,
  queryAuthor: 1.5,
  aboutSpeaker: 0.35,
  aboutAuthor: 0.5,
  containsTime: 0.6,
  time: 4,
  evidence: 0.7,
  importance: 0.3,
  extendedTurns: 25,
};

/** The weights for one query, depending on the kind of text. */
export function weightsFor(query: string, weights: RankWeights): RankWeights {
  if (isConversation(query)) return { ...weights, dense: weights.denseOfConversation };
  return tells(query) ? { ...weights, ...weights.ofMessage } : weights;
}
