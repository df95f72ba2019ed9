import type { Anthropic } from '@anthropic-ai/sdk';
import {
  asGiven,
  callback,
  choice,
  type FieldsOf,
  form,
  having,
  integer,
  invalid,
  listOf,
  numberFrom,
  parseFlag,
  parseName,
  parseOptions,
  parseText,
} from '@mneme/core/input';
import type { AgentScope } from '../agent-scope.ts';
import { validateSummaryPrompt } from '../context/compact.ts';
import type { ContextEdit } from '../context/context-edit.ts';
import { validateContextEdits } from '../context/validate-context-edits.ts';
import type { MessageParam, TextBlockParam, TokenCounter } from '../messages.ts';
import { type PrefetchOptions, prefetchFields } from '../prefetch/prefetch-options.ts';
import type { Telemetry } from '../telemetry/open-telemetry.ts';
import type { AgentEvent } from './agent-event.ts';
import type { OnBeforeClear } from './before-clear.ts';
import type { Prices } from './usage.ts';

/** The part of an `Anthropic` client that is used. */
export interface AgentClient {
  /** The beta endpoints of the client. */
  beta: {
    messages: Pick<Anthropic['beta']['messages'], 'create' | 'stream' | 'countTokens'>;
  };
}

/** A tool with its code: the SDK's runnable tools (`betaTool`, `betaZodTool`) and Mneme's have this form. */
export interface AgentRunnableTool {
  /** Its name for the model. Unique in an agent. */
  name: string;
  /** Returns a text, content blocks, or any value, which is sent as JSON. May throw: the model reads the message. */
  run: (input: never, context?: never) => unknown;
  /** Checks the model's input before `run`. */
  parse?: (input: unknown) => unknown;
}

/** A tool with its code, or a definition of a tool that the server runs. */
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
  | 'compaction'
  | 'thread'
>;

/** Context editing: which edits, and who applies them. */
export interface ContextManagementOptions {
  /** See {@link ContextEdit}. Refused when malformed, before anything is sent. */
  edits: readonly ContextEdit[];
  /**
   * `server` (default): sent with each request, and the API edits its own copy. `local`: for gateways without this
   * feature; the agent applies the edits, and cleared content stays cleared for the rest of the dialogue, so that the
   * prompt cache is invalidated once and not at every turn.
   */
  where?: 'server' | 'local';
  /** Counts tokens for local edits. Default: an estimate. */
  countTokens?: TokenCounter;
}

/**
 * Compaction that the agent starts. For one that the server starts, use the edit `compact_20260112` in
 * `contextManagement`.
 */
export interface CompactionOptions {
  /** False: the history is never summarised here. */
  enabled: boolean;
  /**
   * Who writes the summary. `local` (default): the model, by `summaryPrompt`. `server`: the API
   * (`compaction: { type: 'summarize' }`), which signs it; for models that support it.
   */
  where?: 'local' | 'server';
  /** The history is summarised above this number of input and output tokens. Default: 100,000. */
  contextTokenThreshold?: number;
  /** Model for the summary. Default: the agent's model. */
  model?: string;
  /**
   * `local`: must ask for `<summary></summary>`; default: `defaultSummaryPrompt`. `server`: replaces the API's own
   * instructions.
   */
  summaryPrompt?: string;
  /** Maximum tokens of the summary. Default: the agent's, at least 4,096. */
  maxTokens?: number;
  /**
   * `usage` (default): what the last answer reported. `count`: above the threshold, ask the count-tokens endpoint
   * first, because with server-side tools the reported numbers are too high.
   */
  measure?: 'usage' | 'count';
}

/** Options of an agent. Absent options have the default named here. */
export interface MemoryAgentOptions {
  /** An `Anthropic` client. Its retries, timeouts and base URL apply. */
  client: AgentClient;
  /** A model such as `claude-opus-5`. */
  model: string;
  /** Maximum tokens of one answer. */
  maxTokens: number;
  /** The scope for the memories of the dialogue. */
  memory: AgentScope;
  /** The application's own tools, in addition to the memory's. Two tools with one name are refused. */
  tools?: readonly AgentTool[];
  /** The application's own system prompt. The block of memories follows it. */
  system?: string | readonly TextBlockParam[];
  /** False: nothing is prefetched. Default: with the defaults of {@link prefetch}. */
  prefetch?: false | Omit<PrefetchOptions, 'signal' | 'recall'>;
  /** Context editing. Default: none. */
  contextManagement?: ContextManagementOptions;
  /** Local summaries of a long history. Default: none. */
  compaction?: CompactionOptions;
  /** The history of an earlier dialogue: its `agent.history`. */
  history?: readonly MessageParam[];
  /** Names the dialogue in stored memories. Default: a random UUID. */
  session?: string;
  /**
   * Stores the dialogue: after each turn the message and the answer become episodes of the session, with the speakers
   * `user` and `assistant`, and facts are learned from them. Failures are events, and the dialogue goes on. Default:
   * true, if the memory has episodes.
   */
  episodes?: boolean;
  /** Maximum number of calls of the model in one turn. Default: 25. */
  maxRounds?: number;
  /** Put cache breakpoints after the system prompt and the newest message. Default: true. */
  cache?: boolean;
  /** Further parameters of each request. */
  request?: FurtherParams;
  /** Prices for `usage.cost`. Default: none, and no cost. */
  prices?: Prices;
  /** Default: {@link saveSummary}. */
  onBeforeClear?: OnBeforeClear;
  /** Gets all events, with `send` and with `stream`. Must not throw. */
  onEvent?: (event: AgentEvent) => void;
  /** See {@link openTelemetry}. */
  telemetry?: Telemetry;
}

const positive = integer({ min: 1 });
const price = numberFrom(0);
const { signal: _signal, recall: _recall, ...prefetchFieldsOfAgent } = prefetchFields;
const prefetchForm = form(prefetchFieldsOfAgent);

export const parsePrices = form(
  {
    input: price,
    output: price,
    cacheRead: price,
    cacheCreation: price,
  } satisfies FieldsOf<Prices>,
  ['input', 'output'],
);

const optionFields = {
  client(value: unknown, field: string) {
    const client = value as AgentClient | null | undefined;
    if (typeof client?.beta?.messages?.create === 'function') return client;
    throw invalid(field, 'is not a client of the Messages API: give new Anthropic()');
  },
  model: parseText,
  maxTokens: positive,
  memory: having<AgentScope>('retrieve', 'give a scope: memory.scope(name)'),
  // The API, or the SDK's types, check the values as given.
  tools: listOf(asGiven<AgentTool>()),
  system: asGiven<string | readonly TextBlockParam[]>(),
  prefetch: (value: unknown, field: string) =>
    value === false ? value : prefetchForm(value, field),
  contextManagement: form(
    {
      edits: validateContextEdits,
      where: choice(['server', 'local']),
      countTokens: callback<TokenCounter>(),
    } satisfies FieldsOf<ContextManagementOptions>,
    ['edits'],
  ),
  compaction: form(
    {
      enabled: parseFlag,
      where: choice(['local', 'server']),
      contextTokenThreshold: positive,
      model: parseText,
      summaryPrompt: parseText,
      maxTokens: positive,
      measure: choice(['usage', 'count']),
    } satisfies FieldsOf<CompactionOptions>,
    ['enabled'],
  ),
  history: listOf(asGiven<MessageParam>()),
  session: (value: unknown, field: string) => parseName(value, field),
  episodes: parseFlag,
  maxRounds: positive,
  cache: parseFlag,
  request: asGiven<FurtherParams>(),
  prices: parsePrices,
  onBeforeClear: callback<OnBeforeClear>(),
  onEvent: callback<(event: AgentEvent) => void>(),
  telemetry: having<Telemetry>('onEvent', 'give one that openTelemetry made'),
} satisfies FieldsOf<MemoryAgentOptions>;

/** Parameters that would turn every answer into something else, and what to use for them. */
const ownedFields = {
  compaction: "use the option compaction: { enabled: true, where: 'server' }",
  context_management: 'use the option contextManagement',
  thread: 'leave it out, since each request holds the whole history',
};

/** Throws `invalid_input` for options that would otherwise fail in the middle of a dialogue. */
export function parseAgentOptions(options: MemoryAgentOptions): MemoryAgentOptions {
  const given = parseOptions(options, optionFields, ['client', 'model', 'maxTokens', 'memory']);
  if (given.episodes === true && given.memory.episodes === undefined)
    throw invalid('episodes', 'is true, but the memory has none: give a scope of createMemory');
  const { contextManagement, compaction, request = {} } = given;
  if (compaction?.summaryPrompt !== undefined && compaction.where !== 'server')
    validateSummaryPrompt(compaction.summaryPrompt, 'compaction.summaryPrompt');
  for (const [field, instead] of Object.entries(ownedFields))
    if (field in request)
      throw invalid(`request.${field}`, `is set by the agent itself: ${instead}`);
  const server = contextManagement?.edits.findIndex(({ type }) => type === 'compact_20260112');
  if (contextManagement?.where === 'local' && server !== undefined && server >= 0) {
    throw invalid(
      `contextManagement.edits[${server}]`,
      'is compact_20260112, which runs on the server only: use the option compaction',
    );
  }
  return given;
}
