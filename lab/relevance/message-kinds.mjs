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

/**
 * Softmax regression with `personal` at 0, by AdaGrad; every kind has the same weight. `rows`: the `places` and `values` of
 * the numbers of each example, of `size` in all; `offsets`: what is added to the logarithms of its odds.
 */
function fitSoftmax({ kindsOf, rows, offsets }, { size, rounds, strength, rate, baseRate, seed }) {
  const next = randomFrom(seed);
  const count = Object.groupBy(kindsOf, (kind) => kind);
  const weights = kinds.map(() => new Float64Array(size));
  const squares = kinds.map(() => new Float64Array(size).fill(1e-3));
  const base = kinds.map(() => 0);
  for (let round = 0; round < rounds; round++) {
    for (const at of shuffled([...rows.keys()], next)) {
      const { places, values } = rows[at];
      const odds = kinds.map((_, kind) =>
        Math.exp((offsets?.[at][kind] ?? 0) + base[kind] + sumOf(weights[kind], rows[at])),
      );
      const all = odds.reduce((sum, value) => sum + value, 1);
      const weight = rows.length / 3 / count[kindsOf[at]].length;
      for (const [kind, name] of kinds.entries()) {
        const slope = (odds[kind] / all - (name === kindsOf[at] ? 1 : 0)) * weight;
        base[kind] -= baseRate * slope;
        for (const [index, place] of places.entries()) {
          const step = slope * values[index] + strength * weights[kind][place];
          squares[kind][place] += step * step;
          weights[kind][place] -= (rate * step) / Math.sqrt(squares[kind][place]);
        }
      }
    }
  }
  return { base, weights };
}

function sumOf(weights, { places, values }) {
  let sum = 0;
  for (let index = 0; index < places.length; index++) sum += weights[places[index]] * values[index];
  return sum;
}

/** The logarithms of the odds against `personal`, of small talk and of a general request. */
const oddsOf = ({ base, weights }, row) =>
  kinds.map((_, kind) => base[kind] + sumOf(weights[kind], row));

function wordRow(text) {
  const places = messageFeatures(text);
  return { places, values: places.map(() => 1 / Math.sqrt(places.length)) };
}

const vectorRow = (vector) => ({ places: [...vector.keys()], values: vector });

/** By words. */
export function fitKinds(examples, { seed = 5 } = {}) {
  const settings = { size: messageBuckets, rounds: 80, strength: 1e-4, rate: 0.15, baseRate: 0.02 };
  return fitSoftmax(
    {
      kindsOf: examples.map(({ kind }) => kind),
      rows: examples.map(({ text }) => wordRow(text)),
    },
    { ...settings, seed },
  );
}

/**
 * The contribution of one embedder's vectors: on the rest of `offsets` (from fits that had not seen the text). Step and
 * strength were chosen on folds.
 */
export function fitMeaning(examples, { vectors, offsets }) {
  const [{ length: size }] = vectors;
  return fitSoftmax(
    { kindsOf: examples.map(({ kind }) => kind), rows: vectors.map(vectorRow), offsets },
    { size, rounds: 60, strength: 0.002, rate: 0.08, baseRate: 0.01, seed: 9 },
  );
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
  const offsets = learned.map(({ text }, place) => oddsOf(wordFolds[place % 5], wordRow(text)));
  const some = (items, fold) => items.filter((_, place) => place % 5 !== fold);
  const meaning = fitMeaning(learned, { vectors, offsets });
  const meaningFolds = folds.map((fold) =>
    fitMeaning(without(fold), { vectors: some(vectors, fold), offsets: some(offsets, fold) }),
  );
  const foldOf = new Map(learned.map(({ text }, place) => [text, place % 5]));
  return {
    words,
    meaning,
    /** What words say of a text that they have not seen, and what they say together with its vector. */
    unseen(text, vector) {
      const fold = foldOf.get(text);
      const [byWords, byMeaning] = [
        oddsOf(wordFolds[fold] ?? words, wordRow(text)),
        oddsOf(meaningFolds[fold] ?? meaning, vectorRow(vector)),
      ];
      const named = ([smallTalk, general]) => ({ smallTalk, general });
      return {
        byWords: named(byWords),
        kind: named(byWords.map((value, kind) => value + byMeaning[kind])),
      };
    },
  };
}

/** The directions of an embedder's space. */
export function writtenDirections({ base, weights: [smallTalk, general] }) {
  const list = (numbers) => [...numbers].map((value) => Number(value.toFixed(2))).join(' ');
  return {
    base: base.map((value) => Number(value.toFixed(4))),
    smallTalk: list(smallTalk),
    general: list(general),
  };
}
