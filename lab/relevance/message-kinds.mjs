/**
 * Fits the tables of packages/language/src/messages/message-kind.ts: small talk, general requests, and all other
 * messages.
 */

import {
  messageBuckets,
  messageFeatures,
} from '../../packages/language/src/messages/message-features.ts';
import { randomFrom, shuffled } from '../../tools/random.mjs';
import { messages, people } from './sentences.mjs';

const kinds = ['small-talk', 'general'];

/** All sentences that may be learned from, with their kind. */
export function kindExamples() {
  return [
    ...['small-talk', 'general', 'personal'].flatMap(messages),
    ...people().flatMap(({ language, messages: asked }) =>
      asked.map(({ text }) => ({ kind: 'personal', language, text, heldOut: false })),
    ),
  ];
}

/** Softmax regression with `personal` at 0, by AdaGrad; every kind has the same weight. */
export function fitKinds(examples, { seed = 5, rounds = 80, strength = 1e-4 } = {}) {
  const next = randomFrom(seed);
  const count = Object.groupBy(examples, ({ kind }) => kind);
  const prepared = examples.map(({ kind, text }) => ({
    places: messageFeatures(text),
    target: kinds.map((known) => (known === kind ? 1 : 0)),
    weight: examples.length / 3 / count[kind].length,
  }));
  const weights = kinds.map(() => new Float64Array(messageBuckets));
  const squares = kinds.map(() => new Float64Array(messageBuckets).fill(1e-3));
  const base = kinds.map(() => 0);
  for (let round = 0; round < rounds; round++) {
    for (const { places, target, weight } of shuffled(prepared, next)) {
      const share = 1 / Math.sqrt(places.length);
      const odds = kinds.map((_, kind) =>
        Math.exp(places.reduce((sum, place) => sum + weights[kind][place] * share, base[kind])),
      );
      const all = odds.reduce((sum, value) => sum + value, 1);
      for (const kind of kinds.keys()) {
        const slope = (odds[kind] / all - target[kind]) * weight;
        base[kind] -= 0.02 * slope;
        for (const place of places) {
          const step = slope * share + strength * weights[kind][place];
          squares[kind][place] += step * step;
          weights[kind][place] -= (0.15 * step) / Math.sqrt(squares[kind][place]);
        }
      }
    }
  }
  return { base, weights };
}

/** The logarithms of the odds against `personal`. */
export function kindOf({ base, weights }, text) {
  const places = messageFeatures(text);
  const share = 1 / Math.sqrt(places.length);
  const [smallTalk, general] = kinds.map((_, kind) =>
    places.reduce((sum, place) => sum + weights[kind][place] * share, base[kind]),
  );
  return { smallTalk, general };
}

/**
 * The contribution of one embedder's vectors: softmax regression on the rest of `offsets` (from fits that had not seen
 * the text). Step and strength were chosen on folds.
 */
export function fitMeaning(examples, { vectors, offsets, rounds = 60, strength = 0.002 }) {
  const count = Object.groupBy(examples, ({ kind }) => kind);
  const [{ length }] = vectors;
  const weights = kinds.map(() => new Float64Array(length));
  const base = kinds.map(() => 0);
  const squares = kinds.map(() => new Float64Array(length).fill(1e-3));
  const next = randomFrom(9);
  for (let round = 0; round < rounds; round++) {
    for (const place of shuffled([...examples.keys()], next)) {
      const { kind: known } = examples[place];
      const offset = offsets[place];
      const odds = [offset.smallTalk, offset.general].map((value, kind) =>
        Math.exp(value + base[kind] + dot(weights[kind], vectors[place])),
      );
      const all = odds.reduce((sum, value) => sum + value, 1);
      const weight = examples.length / 3 / count[known].length;
      for (const [kind, name] of kinds.entries()) {
        const slope = (odds[kind] / all - (name === known ? 1 : 0)) * weight;
        base[kind] -= 0.01 * slope;
        for (let index = 0; index < length; index++) {
          const step = slope * vectors[place][index] + strength * weights[kind][index];
          squares[kind][index] += step * step;
          weights[kind][index] -= (0.08 * step) / Math.sqrt(squares[kind][index]);
        }
      }
    }
  }
  return { base, weights };
}

const dot = (weights, vector) => {
  let sum = 0;
  for (let index = 0; index < vector.length; index++) sum += weights[index] * vector[index];
  return sum;
};

/** What words and an embedder's vectors say together. */
export function withMeaning({ smallTalk, general }, { base, weights }, vector) {
  return {
    smallTalk: smallTalk + base[0] + dot(weights[0], vector),
    general: general + base[1] + dot(weights[1], vector),
  };
}

/**
 * Both fits, on all sentences that are not held out; and out-of-fold results for each text, with five folds for those
 * that are learned from.
 */
export async function fitAll(embedder, examples = kindExamples()) {
  const learned = examples.filter(({ heldOut }) => !heldOut);
  const folds = [0, 1, 2, 3, 4];
  const without = (fold) => learned.filter((_, place) => place % 5 !== fold);
  const words = fitKinds(learned);
  const wordFolds = folds.map((fold) => fitKinds(without(fold), { seed: fold }));
  const vectors = await embedder.embed(
    learned.map(({ text }) => text),
    { kind: 'query' },
  );
  const offsets = learned.map(({ text }, place) => kindOf(wordFolds[place % 5], text));
  const some = (items, fold) => items.filter((_, place) => place % 5 !== fold);
  const meaning = fitMeaning(learned, { vectors, offsets });
  const meaningFolds = folds.map((fold) =>
    fitMeaning(without(fold), { vectors: some(vectors, fold), offsets: some(offsets, fold) }),
  );
  const foldOf = new Map(learned.map(({ text }, place) => [text, place % 5]));
  return {
    words,
    meaning,
    unseen(text, vector) {
      const fold = foldOf.get(text);
      const byWords = kindOf(wordFolds[fold] ?? words, text);
      return { byWords, kind: withMeaning(byWords, meaningFolds[fold] ?? meaning, vector) };
    },
  };
}

/** The words' table as source, in steps of one 127th of the greatest weight. */
export function kindSource({ base, weights }) {
  const all = weights.flatMap((row) => [...row]);
  const scale = Math.max(...all.map(Math.abs)) / 127;
  const steps = Int8Array.from(all, (value) => Math.round(value / scale));
  return `/** Made by node lab/main.mjs relevance --fit from the sentences in lab/relevance. */
export const kindTable = {
  base: [${base.map((value) => value.toFixed(4))}],
  scale: ${scale.toPrecision(5)},
  weights:
    '${Buffer.from(steps.buffer).toString('base64')}',
} as const;
`;
}

/** The directions of an embedder's space as source. */
export function directionsSource({ base, weights: [smallTalk, general] }) {
  const list = (numbers) =>
    `numbers(
    '${[...numbers].map((value) => Number(value.toFixed(2))).join(' ')}',
  )`;
  return `import type { MessageDirections } from '@mneme/core/contract';

/** For the bundled table. Made by node lab/main.mjs relevance --fit from the sentences in lab/relevance. */
export const messageDirections: MessageDirections = {
  base: [${base.map((value) => value.toFixed(4))}],
  smallTalk: ${list(smallTalk)},
  general: ${list(general)},
};

function numbers(text: string): number[] {
  return text.split(' ').map(Number);
}
`;
}
