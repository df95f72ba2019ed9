import type { Extractor } from '../../packages/core/src/index.ts';

export interface LabelledTurn {
  text: string;
  language: string;
  half: 1 | 2;
}

/** The turns of a set, with the facts that they hold. */
export function turnsOf(set: 'turns' | 'later' | 'last'): LabelledTurn[];

/** How much of what an extractor takes of them is right, and how much of what is asked for it takes. */
export function measure(
  turns: readonly LabelledTurn[],
  extractor: Extractor,
): { taken: number; asked: number; precision: number; coverage: number; wrong: object[] };
