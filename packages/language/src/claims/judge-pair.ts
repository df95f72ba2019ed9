import { linearFrom, sumOfLinear, sumOfSparse, sumOfTrees, treesFrom } from '../trees/index.ts';
import { pairOf } from './pair-features.ts';
import tables from './pair-tables.json' with { type: 'json' };
import { readStatement } from './read-statement.ts';

interface Judgement {
  /** Both are probably about one matter: a change of all or a part of it, or a repetition. */
  linked: boolean;
  /** If so: a change is more likely than a repetition. */
  changed: boolean;
}

/**
 * Two statements whose sum reaches the threshold are linked: at most one in 14 stores in a scope of one person's true
 * facts, and one in 12 distinct pairs.
 */
const { thresholds } = tables;
/** Weights of hashed words and pieces of words. */
const wordingTable = linearFrom(tables.wording);
/** Weights of the vectors of words. */
const meaningTable = linearFrom(tables.meaning);
/** Whether two statements are about one matter. */
const linkedTrees = treesFrom(tables.linked);
/** Whether the newer one of such a pair changes something. */
const changedTrees = treesFrom(tables.changed);

const han = /\p{Script=Han}/u;
/** A name of at least two words at the beginning of a statement. */
const subject = /^\p{Lu}[\p{L}\p{M}'’-]*\.?(?:\s+\p{Lu}[\p{L}\p{M}'’-]*\.?)+/u;

/** A name that ends in a number: `herb7`. */
const numbered = /(?<!\p{L})\p{L}{2,}\d+/gu;

/**
 * The tables' result for two statements. They are made from pairs in one language, and say nothing about two languages.
 */
export function judgePair(older: string, newer: string): Judgement {
  if (
    han.test(older) !== han.test(newer) ||
    nameTwoSubjects(older, newer) ||
    nameTwoNumbered(older, newer)
  )
    return { linked: false, changed: false };
  const { features, wording, writing } = pairOf(readStatement(older), readStatement(newer));
  const row = Float64Array.of(
    ...features,
    sumOfSparse(wordingTable, wording.traits),
    sumOfLinear(meaningTable, wording.meaning),
  );
  return {
    linked: sumOfTrees(linkedTrees, row) >= thresholds[writing],
    /** Computed on demand, because most pairs are not linked. */
    get changed() {
      return sumOfTrees(changedTrees, row) >= 0;
    },
  };
}

/** `Shelf 3 holds herb7` and `Shelf 4 holds herb8` are about two things. */
function nameTwoNumbered(older: string, newer: string): boolean {
  const [one, other] = [older, newer].map((text): string[] => text.match(numbered) ?? []);
  if (!one?.length || !other?.length) return false;
  return !one.some((name) => other.includes(name));
}

/** `Judah Touro is …` and `Robert Moog is …` are about two people, even if everything else is alike. */
function nameTwoSubjects(older: string, newer: string): boolean {
  const [one, other] = [older, newer].map((text) => subject.exec(text)?.[0].split(/\s+/));
  return one !== undefined && other !== undefined && !one.some((word) => other.includes(word));
}
