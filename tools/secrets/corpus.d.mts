/** Texts with a secret, and texts without one, made from a seed. */
export function corpus(seed: number): {
  positives: { kind: string; text: string; secret: string }[];
  negatives: { kind: string; text: string }[];
};
