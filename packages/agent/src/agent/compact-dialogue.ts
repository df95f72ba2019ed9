import { MnemeError } from '@mneme/core';
import { throwIfAborted } from '@mneme/core/contract';
import { compact, dropPendingToolUse } from '../context/compact.ts';
import { type Message, type MessageParam, textOf } from '../messages.ts';
import type { AgentContext } from './agent-context.ts';
import { callModel } from './call-model.ts';
import { saveBeforeClear } from './clear-context.ts';
import { buildRequest, countTokens } from './request.ts';
import { contextTokens } from './usage.ts';

const defaultThreshold = 100_000;
const minimumSummaryTokens = 4096;
/** After a failure, compaction is tried again when the context has grown by this much. */
const retryGrowth = 1.1;

/**
 * Replaces the history by a summary if the last answer has filled the context above the threshold. A pending call is
 * dropped: the model will call again. A failure is an event, and the dialogue goes on with the old history.
 */
export async function compactIfFull(agent: AgentContext, message: Message): Promise<boolean> {
  const { options, dialogue, emit, session, turn } = agent;
  const settings = options.compaction;
  if (!settings?.enabled) return false;
  const threshold = settings.contextTokenThreshold ?? defaultThreshold;
  const full = Math.max(threshold, (agent.compactionFailedAt ?? 0) * retryGrowth);
  let tokensBefore = contextTokens(message.usage);
  if (tokensBefore <= full) return false;
  const { history } = dialogue.state;
  try {
    if (settings.measure === 'count') {
      const context = dropPendingToolUse(dialogue.state.context).messages;
      const counted = await countTokens(agent, { ...turn, context, edits: false });
      tokensBefore = counted.input_tokens;
      if (tokensBefore <= full) return false;
    }
    const result = await compact(dialogue.state.context, {
      countTokens: agent.countTokens,
      summaryPrompt: settings.summaryPrompt,
      summarize: (messages) => summarize(agent, messages),
    });
    if (result.reason === 'nothing_to_compact') return false;
    if (result.summary === undefined) throw noSummary();
    const { messages, summary, tokensAfter } = result;
    const replaced = [...history];
    await saveBeforeClear(agent, { reason: 'compaction', session, summary, messages: replaced });
    dialogue.replace(messages);
    agent.compactionFailedAt = undefined;
    const sizes = { threshold, tokensBefore, tokensAfter };
    emit({ type: 'compaction', where: 'local', summary, ...sizes, replaced });
    return true;
  } catch (error) {
    throwIfAborted(turn.signal);
    agent.compactionFailedAt = tokensBefore;
    emit({ type: 'error', during: 'compaction', error });
    return false;
  }
}

/** The same system, tools and history as in the last request, so that the summary uses the prompt cache too. */
async function summarize(agent: AgentContext, context: MessageParam[]): Promise<string> {
  const { options, turn } = agent;
  const { model = options.model, maxTokens = Math.max(options.maxTokens, minimumSummaryTokens) } =
    options.compaction ?? {};
  const { context_management: _, ...request } = buildRequest(agent, { ...turn, context });
  const params = { ...request, model, max_tokens: maxTokens };
  return textOf((await callModel(agent, { params, deltas: false })).message);
}

function noSummary(): MnemeError {
  return new MnemeError(
    'unavailable',
    'the model answered without <summary>…</summary>, so the history stays: check summaryPrompt and maxTokens of compaction',
  );
}
