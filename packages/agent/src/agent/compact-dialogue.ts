import { MnemeError } from '@mneme/core';
import { throwIfAborted } from '@mneme/core/contract';
import { type CompactResult, compact, openQuestion } from '../context/compact.ts';
import { dropUnanswered } from '../context/unanswered.ts';
import { type ContentBlockParam, type Message, type MessageParam, textOf } from '../messages.ts';
import type { AgentContext } from './agent-context.ts';
import { callModel } from './call-model.ts';
import { saveBeforeClear } from './clear-context.ts';
import { buildRequest, countTokens } from './request.ts';
import { contextTokens } from './usage.ts';

const defaultThreshold = 100_000;
const minimumSummaryTokens = 4096;
/** Parameters of a request that are for its answer only. */
const ofAnswers = [
  'tool_choice',
  'output_config',
  'output_format',
  'stop_sequences',
  'context_management',
] as const;
/** After a failure, or where a summary left the context full, compaction waits until the context has grown by this much. */
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
  let tokensBefore = contextTokens(message.usage);
  const { history } = dialogue.state;
  try {
    if (settings.measure === 'count' && tokensBefore > threshold) {
      const context = dropUnanswered(dialogue.state.context).messages;
      const counted = await countTokens(agent, { ...turn, context, edits: false });
      tokensBefore = counted.input_tokens;
    }
    if (turn.compacted) {
      // The first answer after a summary shows what no summary takes away: the question, the system prompt, the tools.
      turn.compacted = false;
      turn.floorTokens = tokensBefore;
      return false;
    }
    const floor = Math.max(agent.compactionFailedAt ?? 0, turn.floorTokens ?? 0);
    if (tokensBefore <= Math.max(threshold, floor * retryGrowth)) return false;
    const { where = 'local' } = settings;
    const result =
      where === 'server'
        ? await compactByServer(agent)
        : await compact(dialogue.state.context, {
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
    turn.compacted = true;
    const sizes = { threshold, tokensBefore, tokensAfter };
    emit({ type: 'compaction', where, summary, ...sizes, replaced });
    return true;
  } catch (error) {
    throwIfAborted(turn.signal);
    agent.compactionFailedAt = tokensBefore;
    emit({ type: 'error', during: 'compaction', error });
    return false;
  }
}

async function summarize(agent: AgentContext, context: MessageParam[]): Promise<string> {
  const request = summaryRequest(agent, context);
  const params = {
    ...request,
    ...(request.tools ? { tool_choice: { type: 'none' as const } } : {}),
  };
  return textOf((await callModel(agent, { params, deltas: false })).message);
}

/** The API writes the summary and signs it; its block stands for the history at the beginning of later requests. */
async function compactByServer(
  agent: AgentContext,
): Promise<Pick<CompactResult, 'messages' | 'summary' | 'tokensAfter' | 'reason'>> {
  const { dialogue, options, countTokens } = agent;
  const { context } = dialogue.state;
  const { messages: settled, dropped } = dropUnanswered(context);
  const unchanged = { messages: [...context], tokensAfter: countTokens(context) };
  if (!settled.some(({ role }) => role === 'assistant'))
    return { ...unchanged, reason: 'nothing_to_compact' };
  const request = summaryRequest(agent, settled);
  const instructions = options.compaction?.summaryPrompt;
  const params = {
    ...request,
    compaction: { type: 'summarize' as const, ...(instructions ? { instructions } : {}) },
    betas: [...(request.betas ?? []), 'compact-2026-09-04'],
  };
  const { message } = await callModel(agent, { params, deltas: false });
  const block = message.content.find(({ type }) => type === 'compaction');
  if (block?.type !== 'compaction' || typeof block.content !== 'string')
    return { ...unchanged, reason: 'no_summary' };
  const question = openQuestion(settled, dropped);
  const messages: MessageParam[] = [
    { role: 'assistant', content: [block as ContentBlockParam] },
    ...(question.length > 0 ? [{ role: 'user' as const, content: [...question] }] : []),
  ];
  return { messages, summary: block.content, tokensAfter: countTokens(messages) };
}

/**
 * The same system, tools and history as in the last request, so that the summary uses the prompt cache too; without
 * what would prevent a summary: a forced tool, a format of the answer, sequences that end it.
 */
function summaryRequest(agent: AgentContext, context: readonly MessageParam[]) {
  const { options, turn } = agent;
  const { model = options.model, maxTokens = Math.max(options.maxTokens, minimumSummaryTokens) } =
    options.compaction ?? {};
  const request = buildRequest(agent, { ...turn, context });
  for (const field of ofAnswers) delete request[field];
  // Another model may think in another way, or not at all.
  if (model !== options.model) delete request.thinking;
  const { thinking } = request;
  const thoughts = thinking?.type === 'enabled' ? thinking.budget_tokens : 0;
  return { ...request, model, max_tokens: maxTokens + thoughts };
}

function noSummary(): MnemeError {
  return new MnemeError(
    'unavailable',
    'the model answered without a summary, so the history stays: check summaryPrompt and maxTokens of compaction',
  );
}
