import type { ArmWeights } from '@mneme/engine/contract';
import { isConversation } from '@mneme/language/text';

/** What each part of the ranking weighs, in units of one standard deviation of an arm. */
export interface RankWeights extends ArmWeights {
  /** `dense` where the query is a conversation that was copied in: its many words hit by chance. */
  denseOfConversation: number;
  /** What a turn gets of the score of the turn at this distance (-1: the one before it). */
  neighbours: readonly (readonly [distance: number, share: number])[];
  /** What a turn gets of the mean of its session's best three turns. */
  session: number;
  /** What a turn gets of the best turn of another session at the same time. */
  sameTime: number;
  /** Taken from a turn for each turn directly beside it that comes out better. */
  crowding: number;
  /** Taken from a turn that ends in a question mark. */
  question: number;
  /** Given to memories of a speaker that the query names; less of one who says most beside many others. */
  speaker: number;
  /** Taken from an assistant's turns where the query is about the one who asks. */
  queryAuthor: number;
  /** Of a named speaker's turns: given, by half, to one that tells of himself alone, and taken the more one tells of `you`. */
  told: number;
  /** Taken from what tells of `you` and not of `I`, where the query is about the one who asks. */
  toldOfAuthor: number;
  /** Given to memories that tell a time where the query asks for one. */
  tellsWhen: number;
  /** Given to memories of a time that the query names. */
  time: number;
  /** What a fact gets of the lead that the best turn it rests on has over it. */
  evidence: number;
  /** Given in full to importance 5 that has not faded. */
  importance: number;
  /** How many of the best turns have their neighbours fetched. */
  extendedTurns: number;
}

/** Found by `lab/main.mjs recall-weights` on the development sets, rounded to what several of them agree on. */
export const defaultRankWeights: RankWeights = {
  dense: 0.55,
  denseOfConversation: 0.64,
  window: 0.2,
  questions: 0.7,
  neighbours: [
    [-1, 0.4],
    [-2, 0.25],
    [1, 0.25],
    [2, 0.15],
  ],
  session: 0.15,
  sameTime: 0.5,
  crowding: 0.4,
  question: 0.3,
  speaker: 3.2,
  queryAuthor: 1.5,
  told: 0.35,
  toldOfAuthor: 0.5,
  tellsWhen: 0.6,
  time: 4,
  evidence: 0.7,
  importance: 0.3,
  extendedTurns: 25,
};

/** The weights for one query: what kind of text it is decides which arm says more. */
export function weightsFor(query: string, weights: RankWeights): RankWeights {
  return isConversation(query) ? { ...weights, dense: weights.denseOfConversation } : weights;
}
