import type { Anthropic } from '@anthropic-ai/sdk';
import { abortedError, throwIfAborted } from '@mneme/core/contract';
import type { Message } from '../messages.ts';
import type { Emit } from './agent-event.ts';
import type { AgentClient } from './agent-options.ts';

type RequestParams = Anthropic.Beta.Messages.MessageCreateParamsNonStreaming;

/** Above this, an answer may take longer than an idle connection lives, so it is always streamed. */
const longAnswerTokens = 16_000;

/**
 * One call of the model. With `deltas`, text and thinking are emitted as they arrive. Rejects with `aborted` when the
 * signal fires, otherwise with the SDK's errors after the SDK's retries.
 */
export async function callModel(
  client: AgentClient,
  {
    params,
    deltas,
    signal,
    emit,
  }: { params: RequestParams; deltas: boolean; signal: AbortSignal | undefined; emit: Emit },
): Promise<Message> {
  throwIfAborted(signal);
  const requestOptions = signal ? { signal } : {};
  try {
    if (!deltas && params.max_tokens <= longAnswerTokens) {
      return await client.beta.messages.create(params, requestOptions);
    }
    const stream = client.beta.messages.stream(params, requestOptions);
    for await (const event of stream) {
      if (!deltas || event.type !== 'content_block_delta') continue;
      if (event.delta.type === 'text_delta') emit({ type: 'text', text: event.delta.text });
      if (event.delta.type === 'thinking_delta') {
        emit({ type: 'thinking', thinking: event.delta.thinking });
      }
    }
    return await stream.finalMessage();
  } catch (error) {
    if (signal?.aborted) throw abortedError(signal);
    throw error;
  }
}
