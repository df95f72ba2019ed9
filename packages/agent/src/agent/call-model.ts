import type { Anthropic } from '@anthropic-ai/sdk';
import { abortedError, throwIfAborted } from '@mneme/core/contract';
import type { Message } from '../messages.ts';
import type { AgentContext } from './agent-context.ts';
import { type AgentUsage, addUsage, usageOf } from './usage.ts';

type RequestParams = Anthropic.Beta.Messages.MessageCreateParamsNonStreaming;

/** Above this, an answer may take longer than an idle connection lives, so it is always streamed. */
const longAnswerTokens = 16_000;

/**
 * One call of the model, counted in the usage. With `deltas`, text and thinking are emitted as they arrive. Rejects
 * with `aborted` when the signal fires, otherwise with the SDK's errors after the SDK's retries.
 */
export async function callModel(
  agent: AgentContext,
  { params, deltas }: { params: RequestParams; deltas: boolean },
): Promise<{ message: Message; usage: AgentUsage }> {
  const { signal } = agent.turn;
  throwIfAborted(signal);
  try {
    const message = await ask(agent, { params, deltas });
    const usage = usageOf(message.usage, agent.options.prices);
    agent.turn.usage = addUsage(agent.turn.usage, usage);
    agent.usage = addUsage(agent.usage, usage);
    return { message, usage };
  } catch (error) {
    if (signal?.aborted) throw abortedError(signal);
    throw error;
  }
}

async function ask(
  { options, turn: { signal }, emit }: AgentContext,
  { params, deltas }: { params: RequestParams; deltas: boolean },
): Promise<Message> {
  const { messages } = options.client.beta;
  if (!deltas && params.max_tokens <= longAnswerTokens) return messages.create(params, { signal });
  const stream = messages.stream(params, { signal });
  for await (const event of stream) {
    if (!deltas || event.type !== 'content_block_delta') continue;
    if (event.delta.type === 'text_delta') emit({ type: 'text', text: event.delta.text });
    if (event.delta.type === 'thinking_delta')
      emit({ type: 'thinking', thinking: event.delta.thinking });
  }
  return stream.finalMessage();
}
