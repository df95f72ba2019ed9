import { patternOf } from '../text/index.ts';

/** What says one thing in some other way, and what it becomes. In this order: a later one may take up what an earlier one made. */
export type RephraseRules = readonly (readonly [pattern: () => RegExp, words: string])[];

/** Makes rules in whose patterns `{name}` stands for a part. */
export function ruleWith(
  parts: Readonly<Record<string, string>>,
): (pattern: string, words: string) => RephraseRules[number] {
  return (pattern, words) => [patternOf(pattern, { parts, flags: 'u' }), words];
}

/** The text after all rules. */
export function rephrased(text: string, rules: RephraseRules): string {
  return rules.reduce((said, [pattern, words]) => said.replace(pattern(), words), text);
}
