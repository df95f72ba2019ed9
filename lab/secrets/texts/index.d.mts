export interface Texts {
  /** Where the secret stands in each: UTF-16 positions, `end` exclusive. */
  positives: { kind: string; text: string; start: number; end: number }[];
  negatives: { kind: string; text: string }[];
}

/** One half of the texts that were written freely: 1 to tune on, 2 only reported. */
export function freelyWritten(half: number): Texts;

/** Sentences that were written when the first ones were found. */
export function writtenLater(): Texts;

/** Lists, numbers of persons, codes to type, entries and commands, in two halves as above. */
export function toldAsLists(half: number): Texts;

/** Mail, chat, logs, code, settings and vendors' keys, in two halves as above; each line filled twice. */
export function seenInUse(half: number): Texts;

/** The same of another day, all of it. */
export function seenLater(): Texts;

/** The same of a third day. */
export function seenLast(): Texts;

/** Whether all letters and digits of a secret are found: half of one that is left is one that is left. */
export function isFound(
  one: Texts['positives'][number],
  findings: readonly { start: number; end: number }[],
): boolean;
