/** One half of the texts that were written freely: 1 to tune on, 2 only reported. */
export function freelyWritten(half: number): {
  positives: { kind: string; text: string; start: number; end: number }[];
  negatives: { kind: string; text: string }[];
};
