import type { Anthropic } from '@anthropic-ai/sdk';
import { estimateTextTokens } from '@mneme/core/faces';
import {
  type FieldsOf,
  integer,
  invalid,
  parseFlag,
  parseOptions,
  parseText,
} from '@mneme/core/input';
import { type LlmAnswer, type LlmQuestion, type LlmRoles, rolesOf } from '@mneme/core/llm';
import { parsePrices } from '../agent/agent-options.ts';
import { costOf, noUsage, type Prices, usageOf } from '../agent/usage.ts';
import { textOf } from '../messages.ts';
import { type ClaudeClient, runBatch } from './run-batch.ts';

/** Options for Claude. Absent options have the default named here. */
export interface ClaudeLlmOptions {
  /** An `Anthropic` client. Its retries, timeouts and base URL apply. */
  client: ClaudeClient;
  /** A model such as `claude-haiku-5`. */
  model: string;
  /** Maximum tokens of one answer. An answer that is cut off is not used. Default: 4,096. */
  maxTokens?: number;
  /**
   * Send all windows of a `consolidate` as one Message Batch: half the price, done within a day, usually within the
   * hour. Default: false.
   */
  batch?: boolean;
  /** Longest pause in milliseconds between two checks of a batch. Default: 10,000. */
  pollMs?: number;
  /**
   * Prices for `cost` and `maxCost` of a `consolidate`. Give those of single calls; a batch halves them. Default: none,
   * and no cost.
   */
  prices?: Prices;
}

const optionFields = {
  client(value: unknown, field: string) {
    const client = value as ClaudeClient | null | undefined;
    if (typeof client?.messages?.create === 'function') return client;
    throw invalid(field, 'is not a client of the Messages API: give new Anthropic()');
  },
  model: parseText,
  maxTokens: integer({ min: 1, max: 1_000_000 }),
  batch: parseFlag,
  pollMs: integer({ min: 1, max: 3_600_000 }),
  prices: parsePrices,
} satisfies FieldsOf<ClaudeLlmOptions>;

/**
 * An extractor and a judge that ask Claude: one call for each question. The prompt cache has the instructions, and the
 * answer is one call of a tool with a strict schema.
 * @example
 * const claude = claudeLlm({ client: new Anthropic(), model: 'claude-haiku-5' });
 * const memory = await createMemory({ backend, embedder, ...claude });
 */
export function claudeLlm(options: ClaudeLlmOptions): LlmRoles {
  const given = parseOptions(options, optionFields, ['client', 'model']);
  const { client, model, maxTokens = 4096, batch = false, pollMs = 10_000 } = given;
  const { batches } = client.messages;
  if (batch && typeof batches?.create !== 'function')
    throw invalid('batch', 'is true, and this client has no Message Batches: leave it out');
  const prices = batch ? halved(given.prices) : given.prices;
  const params = (question: LlmQuestion) => paramsOf(question, { model, maxTokens });
  return rolesOf({
    name: `claude:${model}`,
    async ask(question, { signal }) {
      const message = await client.messages.create(params(question), { signal });
      return readMessage(message, { question, prices });
    },
    ...(batch && {
      async askMany(questions, { signal }) {
        const answers = await runBatch(
          batches as NonNullable<typeof batches>,
          questions.map(params),
          { pollMs, signal },
        );
        return answers.map((answer, index) =>
          answer instanceof Error
            ? answer
            : readMessage(answer, { question: questions[index] as LlmQuestion, prices }),
        );
      },
    }),
    ...(prices && { costLimit: (question) => mostCost(params(question), prices) }),
  });
}

function paramsOf(
  { instructions, text, form }: LlmQuestion,
  { model, maxTokens }: { model: string; maxTokens: number },
): Anthropic.Messages.MessageCreateParamsNonStreaming {
  const how = form === undefined ? '' : `\n\nAnswer with one call of the tool ${form.name}.`;
  return {
    model,
    max_tokens: maxTokens,
    system: [{ type: 'text', text: instructions + how, cache_control: { type: 'ephemeral' } }],
    messages: [{ role: 'user', content: text }],
    ...(form && {
      tools: [
        {
          name: form.name,
          description: form.description,
          strict: true,
          input_schema: form.schema as Anthropic.Messages.Tool.InputSchema,
        },
      ],
      tool_choice: { type: 'tool', name: form.name, disable_parallel_tool_use: true },
    }),
  };
}

/** An answer without the agreed form cannot be used, but its cost counts. */
function readMessage(
  message: Anthropic.Messages.Message,
  { question: { form }, prices }: { question: LlmQuestion; prices: Prices | undefined },
): LlmAnswer {
  const { content, stop_reason: stopReason } = message;
  const { calls: _, cost, ...usage } = usageOf(message.usage, prices);
  const spent = { usage, cost };
  // A tool call that was cut off may look complete.
  if (stopReason === 'max_tokens')
    return { answer: undefined, ...spent, unusable: 'the answer is longer than maxTokens' };
  if (form === undefined) return { answer: textOf(message), ...spent };
  const calls = content.filter((block) => block.type === 'tool_use');
  const [call] = calls;
  if (call === undefined || calls.length > 1 || call.name !== form.name)
    return {
      answer: undefined,
      ...spent,
      unusable: `the answer is not a call of ${form.name} (${stopReason})`,
    };
  return { answer: call.input, ...spent };
}

/** Assumes no cache hit and the longest answer. */
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
