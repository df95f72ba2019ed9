import type { RetrievedMemory, StoreResult } from '@mneme/core';
import type { AppliedEdit } from '../context/context-edit.ts';
import type { Message, MessageParam } from '../messages.ts';
import type { PrefetchResult } from '../prefetch/prefetch-options.ts';
import type { AgentUsage } from './usage.ts';

/** Why a turn ended: the API's stop reason of its last answer, or `max_rounds`, the agent's own bound. */
export type TurnStopReason = NonNullable<Message['stop_reason']> | 'max_rounds';

/** What `send` answers, and `stream` ends with. */
export interface TurnResult {
  /** The text of the answer. */
  text: string;
  /** The last answer of the model, as the SDK gave it. */
  message: Message;
  /** Why the turn ended. */
  stopReason: TurnStopReason;
  /** Of this turn, summaries included. */
  usage: AgentUsage;
  /** How often the model was called for the answer. */
  rounds: number;
  /** What context edits cleared in this turn, of all rounds. */
  appliedEdits: AppliedEdit[];
  /** The memories that the prefetch put before the model. */
  recalled: RetrievedMemory[];
}

/** What happens in a dialogue, for a screen, a log or a trace. Contents are included: mind where a log goes. */
export type AgentEvent =
  | { type: 'turn'; phase: 'start' }
  | { type: 'turn'; phase: 'end'; result: TurnResult }
  /** A piece of the answer as it arrives; only in `stream`. */
  | { type: 'text'; text: string }
  /** A piece of the model's thinking; only in `stream`. */
  | { type: 'thinking'; thinking: string }
  /** One call of the model. */
  | { type: 'round'; round: number; message: Message; usage: AgentUsage; durationMs: number }
  /** Memories came up: before the turn, or because the model asked. */
  | {
      type: 'recall';
      by: 'prefetch' | 'model';
      query: string;
      memories: RetrievedMemory[];
      /** What the block is made of; only of a prefetch that has one. */
      parts?: PrefetchResult['parts'];
      skipped?: PrefetchResult['skipped'];
    }
  /** Texts were stored: by the model, or by the agent before something was cleared. */
  | {
      type: 'store';
      by: 'model' | 'agent';
      content: string;
      results: StoreResult[];
      /** It repeated what had been recalled, and was confirmed. */
      echo: boolean;
    }
  /** The turn was kept: the ids of its episodes, in order, and of the facts that were learned from them. */
  | { type: 'append'; session: string; ids: string[]; learned: string[] }
  | { type: 'delete'; id: string; reason: string }
  | { type: 'tool'; phase: 'start'; id: string; name: string; input: unknown }
  | {
      type: 'tool';
      phase: 'end';
      id: string;
      name: string;
      isError: boolean;
      durationMs: number;
    }
  | { type: 'edit'; where: 'server' | 'local'; appliedEdits: AppliedEdit[] }
  | {
      type: 'compaction';
      where: 'server' | 'local';
      summary: string;
      /** Tokens past which it happens; only local. */
      threshold?: number;
      /** Tokens of the context; only local. The size after is an estimate. */
      tokensBefore?: number;
      tokensAfter?: number;
      /** The history that the summary took the place of, for an archive; only local. */
      replaced?: MessageParam[];
    }
  /** Something failed. Only a failure of `model` ends the turn. */
  | {
      type: 'error';
      during: 'model' | 'prefetch' | 'tool' | 'memory' | 'episodes' | 'before_clear' | 'compaction';
      error: unknown;
      /** The tool, where one failed. */
      name?: string;
    };

export type Emit = (event: AgentEvent) => void;
