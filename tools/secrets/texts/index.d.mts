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
