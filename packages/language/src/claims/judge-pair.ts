import { sumOfLinear, sumOfSparse, sumOfTrees } from '../trees/index.ts';
import { pairOf } from './pair-features.ts';
import {
  changedTrees,
  linkedTrees,
  meaningTable,
  thresholds,
  wordingTable,
} from './pair-tables.ts';
import { readStatement } from './read-statement.ts';

export interface Judgement {
  /** Both are likely about one matter: a change of all or a part of it, or the same again. */
  linked: boolean;
  /** Of those: it is likelier a change than the same again. */
  changed: boolean;
}

const han = /\p{Script=Han}/u;
/** A name of two words or more that a statement begins with. */
const subject = /^\p{Lu}[\p{L}\p{M}'’-]*\.?(?:\s+\p{Lu}[\p{L}\p{M}'’-]*\.?)+/u;

/** A name that ends in a number: `herb7`. */
const numbered = /\p{L}{2,}\d+/gu;

/** What the tables say of two statements. They are made of pairs in one language, and say nothing of two in two. */
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
    /** Worked out when asked: most pairs are not linked. */
    get changed() {
      return sumOfTrees(changedTrees, row) >= 0;
    },
  };
}

/** Of `Shelf 3 holds herb7` and `Shelf 4 holds herb8` too. */
function nameTwoNumbered(older: string, newer: string): boolean {
  const [one, other] = [older, newer].map((text): string[] => text.match(numbered) ?? []);
  if (!one?.length || !other?.length) return false;
  return !one.some((name) => other.includes(name));
}

/** Of `Judah Touro is …` and `Robert Moog is …` all else may be alike. */
function nameTwoSubjects(older: string, newer: string): boolean {
  const [one, other] = [older, newer].map((text) => subject.exec(text)?.[0].split(/\s+/));
  return one !== undefined && other !== undefined && !one.some((word) => other.includes(word));
}
