import {
  appointments,
  attributes,
  changes,
  endings,
  fillers,
  frames,
  unsettled,
  verbs,
} from './fact-words.ts';
import { linkingWords, negations, persons, questionWords, weakWords } from './statement-words.ts';
import { fields, variants } from './word-relations.ts';

/** Chinese words that must not be taken apart into characters. */
export const chineseWords: ReadonlySet<string> = new Set(
  [
    weakWords,
    linkingWords,
    negations,
    endings,
    changes,
    attributes,
    appointments,
    questionWords,
    verbs,
    fillers,
    unsettled,
  ]
    .flatMap((list) => [...list])
    .concat([persons, frames, fields, variants].flatMap((map) => [...map.keys()]))
    .filter((word) => word.length > 1 && /^\p{Unified_Ideograph}+$/u.test(word)),
);

export const longestChineseWord = Math.max(...[...chineseWords].map(({ length }) => length));
