import { bytesFrom } from '../trees/index.ts';
import { messageFeatures } from './message-features.ts';
import kindTable from './message-kind-table.json' with { type: 'json' };

/**
 * Recognises small talk and general requests in one model's space: two directions, each with one number a dimension and
 * an offset. Fitted by `node lab/main.mjs relevance --fit`.
 */
export interface MessageDirections {
  smallTalk: readonly number[];
  general: readonly number[];
  base: readonly [smallTalk: number, general: number];
}

/** Logarithms of odds that a memory is not needed. */
export interface MessageKind {
  /** Greeting, thanks, assent, laughter. */
  smallTalk: number;
  /** A request for general knowledge: a poem, a sum, a capital, a translation. */
  general: number;
}

const weights = new Int8Array(bytesFrom(kindTable.weights));

/**
 * The kind of a message: by its words, in ten languages and similar ones, and, if the embedder has directions, by its
 * meaning.
 */
export function messageKind(
  message: string,
  { vector, directions }: { vector?: Float32Array; directions?: MessageDirections } = {},
): MessageKind {
  const features = messageFeatures(message);
  const [smallTalkBase, generalBase] = kindTable.base as [number, number];
  const half = weights.length / 2;
  const share = kindTable.scale / Math.sqrt(features.length);
  let [smallTalk, general] = [0, 0];
  for (const feature of features) {
    smallTalk += weights[feature] as number;
    general += weights[half + feature] as number;
  }
  const byWords = {
    smallTalk: smallTalkBase + smallTalk * share,
    general: generalBase + general * share,
  };
  if (vector === undefined || directions?.smallTalk.length !== vector.length) return byWords;
  return {
    smallTalk: byWords.smallTalk + directions.base[0] + dot(directions.smallTalk, vector),
    general: byWords.general + directions.base[1] + dot(directions.general, vector),
  };
}

function dot(direction: readonly number[], vector: Float32Array): number {
  return direction.reduce((sum, value, index) => sum + value * (vector[index] as number), 0);
}
