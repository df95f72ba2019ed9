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
  /** Each is printed indented; a screen or two hold those of all sections. */
  lines: string[];
  /** The same for `--json`. */
  data: unknown;
}

export type SectionMaker = (context: SectionContext) => Promise<Section>;
