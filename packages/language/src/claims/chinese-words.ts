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
    questionWords,
    frames.keys(),
    ...[endings, changes, attributes, appointments, verbs, fillers, unsettled].map(
      ({ written }) => written,
    ),
    ...[persons, fields, variants].map(({ written }) => written),
  ]
    .flatMap((list) => [...list])
    .filter((word) => word.length > 1 && /^\p{Unified_Ideograph}+$/u.test(word)),
);

export const longestChineseWord = Math.max(...[...chineseWords].map(({ length }) => length));
