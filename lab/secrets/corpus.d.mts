import type { Texts } from './texts/index.mjs';

/** Texts with a secret, and texts without one, made from a seed. */
export function corpus(seed: number): Texts;
