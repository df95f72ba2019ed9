import type { Anthropic } from '@anthropic-ai/sdk';
import {
  type Extraction,
  type ExtractionWindow,
  type Extractor,
  type ExtractorOptions,
  estimateTextTokens,
} from '@mneme/core';
import {
  type FieldsOf,
  integer,
  invalid,
  parseFlag,
  parseOptions,
  parseText,
} from '@mneme/core/input';
import { parsePrices } from '../agent/agent-options.ts';
import { costOf, noUsage, type Prices } from '../agent/usage.ts';

import { textOf } from '../messages.ts';
import {
  extractionInstructions,
  extractionTool,
  summaryInstructions,
  windowText,
} from './extraction-prompt.ts';
import type { ExtractorClient } from './extractor-client.ts';
import { readExtraction } from './read-extraction.ts';
import { runBatch } from './run-batch.ts';

/** How Claude is asked. What is absent has the default that is named here. */
export interface ClaudeExtractorOptions {
  /** An `Anthropic` client. Its retries, timeouts and base URL apply. */
  client: ExtractorClient;
  /** Such as `claude-haiku-5`. */
  model: string;
  /** Of one answer. One that is cut off is not used. Default: 4,096. */
  maxTokens?: number;
  /**
   * Send all windows that are due as one Message Batch: half the price, and done within a day, mostly within the hour.
   * Default: false.
   */
  batch?: boolean;
  /** How long at most to wait before a batch is asked again whether it has ended. Default: 10,000. */
  pollMs?: number;
  /** For `cost` and `maxCost`. Those of single calls; a batch halves them. Default: none, and no cost. */
  prices?: Prices;
}

const optionFields = {
  client(value: unknown, field: string) {
    const client = value as ExtractorClient | null | undefined;
    if (typeof client?.messages?.create === 'function') return client;
    throw invalid(field, 'is no client of the Messages API: give new Anthropic()');
  },
  model: parseText,
  maxTokens: integer({ min: 1, max: 1_000_000 }),
  batch: parseFlag,
  pollMs: integer({ min: 1, max: 3_600_000 }),
  prices: parsePrices,
} satisfies FieldsOf<ClaudeExtractorOptions>;

const summaryTokens = 1024;

/**
 * Has Claude make facts of conversations, for `memory.consolidate`: one call a window, whose instructions the prompt
 * cache keeps, and whose answer is one call of a tool with a strict schema.
 *
 * @example
 * const extractor = claudeExtractor({ client: new Anthropic(), model: 'claude-haiku-5', batch: true });
 * await memory.consolidate({ extractor });
 */
export function claudeExtractor(options: ClaudeExtractorOptions): Extractor {
  const given = parseOptions(options, optionFields, ['client', 'model']);
  const { client, model, maxTokens = 4096, batch = false, pollMs = 10_000 } = given;
  const { batches } = client.messages;
  if (batch && typeof batches?.create !== 'function')
    throw invalid('batch', 'is true, and this client has no Message Batches: leave it out');
  const prices = batch ? halved(given.prices) : given.prices;
  const params = (
    window: ExtractionWindow,
  ): Anthropic.Messages.MessageCreateParamsNonStreaming => ({
    model,
    max_tokens: maxTokens,
    system: [{ type: 'text', text: extractionInstructions, cache_control: { type: 'ephemeral' } }],
    tools: [extractionTool],
    tool_choice: { type: 'tool', name: extractionTool.name, disable_parallel_tool_use: true },
    messages: [{ role: 'user', content: windowText(window) }],
  });
  const requestOptions = ({ signal }: ExtractorOptions) => (signal ? { signal } : {});
  const many = async (
    windows: readonly ExtractionWindow[],
    { signal }: ExtractorOptions,
  ): Promise<(Extraction | Error)[]> => {
    const answers = await runBatch(batches as NonNullable<typeof batches>, windows.map(params), {
      pollMs,
      signal,
    });
    return answers.map((answer, index) =>
      answer instanceof Error
        ? answer
        : readExtraction(answer, { window: windows[index] as ExtractionWindow, prices }),
    );
  };
  return {
    name: `claude:${model}`,
    async extract(window, call) {
      const message = await client.messages.create(params(window), requestOptions(call));
      return readExtraction(message, { window, prices });
    },
    async summarise({ turns }, call) {
      const message = await client.messages.create(
        {
          model,
          max_tokens: summaryTokens,
          system: summaryInstructions,
          messages: [{ role: 'user', content: windowText({ turns, known: [] }) }],
        },
        requestOptions(call),
      );
      return { content: textOf(message).trim() };
    },
    ...(batch ? { extractMany: many, windowLimit: 1000 } : {}),
    ...(prices === undefined
      ? {}
      : { costLimit: (window: ExtractionWindow) => mostCost(params(window), prices) }),
  };
}

/** As if the cache had none of it and the answer were as long as it may be. */
function mostCost(
  { system, tools, messages, max_tokens: outputTokens }: Anthropic.Messages.MessageCreateParams,
  prices: Prices,
): number {
  const cacheCreationInputTokens = estimateTextTokens(JSON.stringify([system, tools, messages]));
  return costOf({ ...noUsage(), cacheCreationInputTokens, outputTokens }, prices);
}

function halved(prices: Prices | undefined): Prices | undefined {
  if (prices === undefined) return undefined;
  const half = Object.entries(prices).map(([name, price]) => [name, price / 2]);
  return Object.fromEntries(half) as Prices;
}
