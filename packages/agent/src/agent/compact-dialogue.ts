import { MnemeError } from '@mneme/core';
import { throwIfAborted } from '@mneme/core/contract';
import { compact, dropPendingToolUse } from '../context/compact.ts';
import { type Message, type MessageParam, textOf } from '../messages.ts';
import type { AgentContext } from './agent-context.ts';
import type { CompactionOptions } from './agent-options.ts';
import { callModel } from './call-model.ts';
import { saveBeforeClear } from './clear-context.ts';
import { buildRequest, countParams } from './request.ts';
import { type AgentUsage, contextTokens, usageOf } from './usage.ts';

const defaultThreshold = 100_000;
const minimumSummaryTokens = 4096;
/** After a failure, compaction is tried again when the context has grown by this much. */
const retryGrowth = 1.1;

/**
 * Replaces the history by a summary if the last answer has filled the context above the threshold. A pending call is
 * dropped: the model will call again. A failure is an event, and the dialogue goes on with the old history.
 */
export async function compactIfFull(
  agent: AgentContext,
  {
    message,
    block,
    signal,
    onUsage,
  }: {
    message: Message;
    block: readonly string[];
    signal: AbortSignal | undefined;
    onUsage: (usage: AgentUsage) => void;
  },
): Promise<boolean> {
  const { options, dialogue, emit, session } = agent;
  const settings = options.compaction;
  if (!settings?.enabled) return false;
  const threshold = settings.contextTokenThreshold ?? defaultThreshold;
  const full = Math.max(threshold, (agent.compactionFailedAt ?? 0) * retryGrowth);
  let tokensBefore = contextTokens(message.usage);
  if (tokensBefore <= full) return false;
  const replaced = dialogue.state.history;
  try {
    if (settings.measure === 'count') {
      tokensBefore = await countExactly(agent, { block, signal });
      if (tokensBefore <= full) return false;
    }
    const result = await compact(dialogue.state.context, {
      countTokens: agent.countTokens,
      ...(settings.summaryPrompt ? { summaryPrompt: settings.summaryPrompt } : {}),
      summarize: async (messages) => {
        const answer = await summarize(agent, { messages, settings, block, signal });
        onUsage(usageOf(answer.usage, options.prices));
        return textOf(answer);
      },
    });
    if (result.reason === 'nothing_to_compact') return false;
    if (result.summary === undefined) throw noSummary();
    const { messages, summary, tokensAfter } = result;
    await saveBeforeClear(agent, {
      clearing: { reason: 'compaction', session, summary, messages: [...replaced] },
      signal,
    });
    dialogue.replace(messages);
    agent.compactionFailedAt = undefined;
    emit({
      type: 'compaction',
      where: 'local',
      summary,
      threshold,
      tokensBefore,
      tokensAfter,
      replaced: [...replaced],
    });
    return true;
  } catch (error) {
    throwIfAborted(signal);
    agent.compactionFailedAt = tokensBefore;
    emit({ type: 'error', during: 'compaction', error });
    return false;
  }
}

/** The same system, tools and history as in the last request, so that the summary uses the prompt cache too. */
function summarize(
  { options, definitions }: AgentContext,
  {
    messages,
    settings,
    block,
    signal,
  }: {
    messages: MessageParam[];
    settings: CompactionOptions;
    block: readonly string[];
    signal: AbortSignal | undefined;
  },
): Promise<Message> {
  const { context_management, ...params } = buildRequest(options, {
    context: messages,
    block,
    tools: definitions,
  });
  return callModel(options.client, {
    params: {
      ...params,
      model: settings.model ?? options.model,
      max_tokens: settings.maxTokens ?? Math.max(options.maxTokens, minimumSummaryTokens),
    },
    deltas: false,
    signal,
    emit: () => {},
  });
}

async function countExactly(
  { options, dialogue, definitions }: AgentContext,
  { block, signal }: { block: readonly string[]; signal: AbortSignal | undefined },
): Promise<number> {
  const context = dropPendingToolUse(dialogue.state.context).messages;
  const { context_management, ...params } = buildRequest(options, {
    context,
    block,
    tools: definitions,
  });
  const counted = await options.client.beta.messages.countTokens(
    countParams(params),
    signal ? { signal } : {},
  );
  return counted.input_tokens;
}

function noSummary(): MnemeError {
  return new MnemeError(
    'unavailable',
    'the model answered without <summary>…</summary>, so the history stays: check summaryPrompt and maxTokens of compaction',
  );
}
