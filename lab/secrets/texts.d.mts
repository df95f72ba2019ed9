/** The texts of a set with a secret (UTF-16 positions, `end` exclusive), and those without one. */
export function secretTexts(
  set: string,
  half?: number,
): {
  positives: { kind: string; text: string; start: number; end: number }[];
  negatives: { kind: string; text: string }[];
};

/** Whether all letters and digits of a secret are found: half of one that is left is one that is left. */
export function isFound(
  one: { text: string; start: number; end: number },
  findings: readonly { start: number; end: number }[],
): boolean;
