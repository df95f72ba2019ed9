import type { Output } from '../output.ts';
import type { Conversation } from './conversation.ts';
import type { Learned } from './learn.ts';
import type { Plan } from './plan.ts';

export interface SectionContext {
  conversation: Conversation;
  plan: Plan;
  learned: Learned;
  look: Pick<Output, 'colours' | 'width'>;
  signal: AbortSignal;
}

/** One step of the demo. */
export interface Section {
  title: string;
  /** Printed indented; all sections together fill a screen or two. */
  lines: string[];
  /** The same for `--json`. */
  data: unknown;
}

export type SectionMaker = (context: SectionContext) => Promise<Section>;
