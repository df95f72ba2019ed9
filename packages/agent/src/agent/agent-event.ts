import type { RetrievedMemory, StoreResult } from '@mneme/core';
import type { AppliedEdit } from '../context/context-edit.ts';
import type { Message, MessageParam } from '../messages.ts';
import type { PrefetchResult } from '../prefetch/prefetch-options.ts';
import type { MemoryToolEvent } from '../tools/memory-tools.ts';
import type { AgentUsage } from './usage.ts';

/** Why a turn ended: the API's stop reason of its last answer, or `max_rounds`, the agent's own limit. */
export type TurnStopReason = NonNullable<Message['stop_reason']> | 'max_rounds';

/** The result of `send`, and the last event of `stream`. */
export interface TurnResult {
  /** The text of the answer. */
  text: string;
  /** The last answer of the model, as the SDK gave it. */
  message: Message;
  /** Why the turn ended. */
  stopReason: TurnStopReason;
  /** Usage of this turn, including summaries. */
  usage: AgentUsage;
  /** How often the model was called for the answer. */
  rounds: number;
  /** What context edits cleared in all rounds of this turn. */
  appliedEdits: AppliedEdit[];
  /** The memories in the prefetched block. */
  recalled: RetrievedMemory[];
}

/** Events of a dialogue, for a screen, a log or a trace. They include content: consider where a log goes. */
export type AgentEvent =
  | { type: 'turn'; phase: 'start' }
  | { type: 'turn'; phase: 'end'; result: TurnResult }
  /** A piece of the answer as it arrives; only with `stream`. */
  | { type: 'text'; text: string }
  /** A piece of the model's thinking; only with `stream`. */
  | { type: 'thinking'; thinking: string }
  /** One call of the model. */
  | { type: 'round'; round: number; message: Message; usage: AgentUsage; durationMs: number }
  /** Memories were recalled: before the turn, or because the model asked. */
  | {
      type: 'recall';
      by: 'prefetch' | 'model';
      query: string;
      memories: RetrievedMemory[];
      /** The parts of the block; only for a prefetch that has one. */
      parts?: PrefetchResult['parts'];
      skipped?: PrefetchResult['skipped'];
    }
  /** Texts were stored: by the model, or by the agent before something was cleared. */
  | {
      type: 'store';
      by: 'model' | 'agent';
      content: string;
      results: StoreResult[];
      /** The text repeated a recalled memory, and confirmed it. */
      echo: boolean;
    }
  /**
   * The turn was stored: the ids of its episodes, in order, and of the facts learned from them. `keptOut`: of so many the
   * user asked that their words are not stored.
   */
  | { type: 'append'; session: string; ids: string[]; learned: string[]; keptOut?: number }
  | { type: 'delete'; id: string; reason: string }
  /** The model forgot a matter or, in a dry run, looked at what would be forgotten. */
  | Extract<MemoryToolEvent, { type: 'forget' }>
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
      /** Token threshold; absent if the server started it. */
      threshold?: number;
      /** Tokens of the context; absent if the server started it. The size after is an estimate. */
      tokensBefore?: number;
      tokensAfter?: number;
      /** The history that the summary replaced, for an archive; absent if the server started it. */
      replaced?: MessageParam[];
    }
  /** Something failed. Only a failure of `model` ends the turn. */
  | {
      type: 'error';
      during: 'model' | 'prefetch' | 'tool' | 'memory' | 'episodes' | 'before_clear' | 'compaction';
      error: unknown;
      /** The failing tool, if it was one. */
      name?: string;
    };

export type Emit = (event: AgentEvent) => void;
