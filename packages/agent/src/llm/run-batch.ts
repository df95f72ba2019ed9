import { setTimeout as delay } from 'node:timers/promises';
import type { Anthropic } from '@anthropic-ai/sdk';
import { abortedError, throwIfAborted } from '@mneme/core/contract';

/** The used part of an `Anthropic` client. Clients of other platforms may have no batches. */
export interface ClaudeClient {
  /** The endpoints of the client. */
  messages: Pick<Anthropic['messages'], 'create'> & {
    batches?: Pick<Anthropic['messages']['batches'], 'create' | 'retrieve' | 'results' | 'cancel'>;
  };
}

/** First pause; a small batch may end soon. */
const firstWaitMs = 500;

type Batches = NonNullable<ClaudeClient['messages']['batches']>;

/**
 * Sends requests as one batch and waits for its end: one answer each, in order, or an error. If the caller cancels, the
 * batch is cancelled too, so that it costs no more.
 */
export async function runBatch(
  batches: Batches,
  requests: readonly Anthropic.Messages.MessageCreateParamsNonStreaming[],
  { pollMs, signal }: { pollMs: number; signal: AbortSignal | undefined },
): Promise<(Anthropic.Messages.Message | Error)[]> {
  throwIfAborted(signal);
  const options = { signal };
  // Without the signal, because a batch whose id is not known cannot be cancelled.
  const { id } = await batches.create({
    requests: requests.map((params, index) => ({ custom_id: `window-${index}`, params })),
  });
  const answers = new Map<string, Anthropic.Messages.Message | Error>();
  try {
    for (let wait = firstWaitMs; ; wait *= 2) {
      if ((await batches.retrieve(id, {}, options)).processing_status === 'ended') break;
      await delay(Math.min(wait, pollMs), undefined, options);
    }
    for await (const { custom_id: name, result } of await batches.results(id, {}, options))
      answers.set(name, result.type === 'succeeded' ? result.message : failureOf(result));
  } catch (error) {
    if (!signal?.aborted) throw error;
    await batches.cancel(id).catch(() => {});
    throw abortedError(signal);
  }
  return requests.map(
    (_, index) =>
      answers.get(`window-${index}`) ?? new Error(`batch ${id} has no answer for this request`),
  );
}

function failureOf(
  result: Exclude<Anthropic.Messages.Batches.MessageBatchResult, { type: 'succeeded' }>,
): Error {
  return result.type === 'errored'
    ? new Error(`${result.error.error.type}: ${result.error.error.message}`)
    : new Error(`the request in the batch is ${result.type}`);
}
