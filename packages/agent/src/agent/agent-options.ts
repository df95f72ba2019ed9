import type { Anthropic } from '@anthropic-ai/sdk';
import { MnemeError } from '@mneme/core';
import type { AgentScope } from '../agent-scope.ts';
import { validateSummaryPrompt } from '../context/compact.ts';
import type { ContextEdit } from '../context/context-edit.ts';
import { validateContextEdits } from '../context/validate-context-edits.ts';
import type { MessageParam, TextBlockParam, TokenCounter } from '../messages.ts';
import type { PrefetchOptions } from '../prefetch/prefetch.ts';
import type { Telemetry } from '../telemetry/open-telemetry.ts';
import type { AgentEvent } from './agent-event.ts';
import type { OnBeforeClear } from './before-clear.ts';
import type { Prices } from './usage.ts';

/** The part of an `Anthropic` client that is used. */
export interface AgentClient {
  beta: {
    messages: Pick<Anthropic['beta']['messages'], 'create' | 'stream' | 'countTokens'>;
  };
}

/** A tool with its code: the SDK's runnable tools (`betaTool`, `betaZodTool`) and ours have this form. */
export interface AgentRunnableTool {
  name: string;
  run: (input: never, context?: never) => unknown;
  parse?: (input: unknown) => unknown;
}

/** A tool with its code, or a definition that the server runs. */
export type AgentTool = AgentRunnableTool | Anthropic.Beta.Messages.BetaToolUnion;

type RequestParams = Anthropic.Beta.Messages.MessageCreateParamsNonStreaming;

/** Further parameters of each request, such as `thinking`, `tool_choice`, `metadata` or `betas`. */
export type FurtherParams = Omit<
  Partial<RequestParams>,
  | 'model'
  | 'max_tokens'
  | 'messages'
  | 'system'
  | 'tools'
  | 'stream'
  | 'context_management'
  | 'thread'
>;

export interface ContextManagementOptions {
  /** See {@link ContextEdit}. Refused when malformed, before anything is sent. */
  edits: readonly ContextEdit[];
  /**
   * `server` (default): sent with each request, and the API edits its own copy. `local`: for gateways that lack it;
   * the edits are applied here, and what was cleared stays cleared for the rest of the dialogue, so that the prompt
   * cache is broken once and not on every turn.
   */
  where?: 'server' | 'local';
  /** For local edits. Default: an estimate. */
  countTokens?: TokenCounter;
}

/** The local way. For the server's, use the edit `compact_20260112` in `contextManagement`. */
export interface CompactionOptions {
  enabled: boolean;
  /** Tokens of input and output past which the history is summarised. Default: 100,000. */
  contextTokenThreshold?: number;
  /** Writes the summary. Default: the agent's model. */
  model?: string;
  /** Must ask for `<summary></summary>`. Default: `defaultSummaryPrompt`. */
  summaryPrompt?: string;
  /** Of the summary. Default: the agent's, and 4,096 at least. */
  maxTokens?: number;
  /**
   * `usage` (default): what the last answer reported. `count`: past the threshold, ask the count-tokens endpoint
   * first; with server-side tools the reported numbers are too high.
   */
  measure?: 'usage' | 'count';
}

export interface MemoryAgentOptions {
  /** An `Anthropic` client. Its retries, timeouts and base URL apply. */
  client: AgentClient;
  model: string;
  /** Of one answer. */
  maxTokens: number;
  /** The scope whose memories the dialogue has. */
  memory: AgentScope;
  /** The application's own tools. The memory's are added unless these have one of the same name. */
  tools?: readonly AgentTool[];
  system?: string | readonly TextBlockParam[];
  /** False: nothing is prefetched. Default: with the defaults of {@link prefetch}. */
  prefetch?: false | Omit<PrefetchOptions, 'signal' | 'recall'>;
  contextManagement?: ContextManagementOptions;
  compaction?: CompactionOptions;
  /** Where an earlier dialogue left off: `agent.history` of then. */
  history?: readonly MessageParam[];
  /** Names the dialogue in stored memories. Default: a random UUID. */
  session?: string;
  /** How often the model may be called in one turn. Default: 25. */
  maxRounds?: number;
  /** Put cache breakpoints behind the system prompt and the newest message. Default: true. */
  cache?: boolean;
  request?: FurtherParams;
  /** For `usage.cost`. Default: none, and no cost. */
  prices?: Prices;
  /** Default: {@link saveSummary}. */
  onBeforeClear?: OnBeforeClear;
  /** Is told all that happens, in `send` and in `stream`. Must not throw. */
  onEvent?: (event: AgentEvent) => void;
  /** See {@link openTelemetry}. */
  telemetry?: Telemetry;
}

const positive = (field: string, value: number | undefined) => {
  if (value === undefined || (Number.isInteger(value) && value > 0)) return;
  throw new MnemeError('invalid_input', `${field} is ${value}: give a whole number above 0`, {
    field,
  });
};

/** Throws `invalid_input` for what would otherwise fail in the middle of a dialogue. */
export function validateOptions(options: MemoryAgentOptions): void {
  positive('maxTokens', options.maxTokens);
  positive('maxRounds', options.maxRounds);
  positive('compaction.contextTokenThreshold', options.compaction?.contextTokenThreshold);
  if (options.compaction?.summaryPrompt !== undefined) {
    validateSummaryPrompt(options.compaction.summaryPrompt);
  }
  const { contextManagement } = options;
  if (!contextManagement) return;
  const edits = validateContextEdits(contextManagement.edits);
  const server = edits.findIndex((edit) => edit.type === 'compact_20260112');
  if (contextManagement.where === 'local' && server >= 0) {
    const field = `edits[${server}]`;
    throw new MnemeError(
      'invalid_input',
      `${field}: compact_20260112 runs on the server only; use the option compaction`,
      { field },
    );
  }
}
