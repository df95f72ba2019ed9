import { createTurnMemory, lastTurn, type TurnMemoryOptions, type TurnScope } from '@mneme/agent';
import type { LanguageModelMiddleware } from 'ai';

type Params = Parameters<NonNullable<LanguageModelMiddleware['transformParams']>>[0]['params'];
type StreamPart =
  Awaited<
    ReturnType<Parameters<NonNullable<LanguageModelMiddleware['wrapStream']>>[0]['doStream']>
  >['stream'] extends ReadableStream<infer Part>
    ? Part
    : never;

/**
 * Memory for any model: memories for the user's message are added after the system prompt, recalled once for each
 * message, so that all steps of a turn have the same prompt; message and answer are stored when the turn ends. Make one
 * for each dialogue, or name the dialogue in each call: `providerOptions: { mneme: { session } }`.
 * @example
 * const model = wrapLanguageModel({ model: anthropic('claude-sonnet-5-5'), middleware: mnemeMiddleware(scope) });
 */
export function mnemeMiddleware(
  scope: TurnScope,
  options?: TurnMemoryOptions,
): LanguageModelMiddleware {
  const memory = createTurnMemory(scope, options);
  return {
    specificationVersion: 'v4',

    async transformParams({ params }) {
      const turn = turnOf(params);
      const block = turn && (await memory.recall(turn, { signal: params.abortSignal }));
      if (!block) return params;
      // After the application's own system messages, whose cached beginning stays as it is.
      const at = params.prompt.findIndex(({ role }) => role !== 'system');
      return {
        ...params,
        prompt: params.prompt.toSpliced(at, 0, { role: 'system', content: block }),
      };
    },

    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate();
      const turn = turnOf(params);
      if (turn && isEnd(result.finishReason.unified))
        await memory.keep(turn, textOf(result.content));
      return result;
    },

    async wrapStream({ doStream, params }) {
      const { stream, ...rest } = await doStream();
      const turn = turnOf(params);
      let answer = '';
      let ended = false;
      const watched = new TransformStream<StreamPart, StreamPart>({
        transform(part, controller) {
          if (part.type === 'text-delta') answer += part.delta;
          if (part.type === 'finish') ended = isEnd(part.finishReason.unified);
          controller.enqueue(part);
        },
        async flush() {
          if (turn && ended) await memory.keep(turn, answer);
        },
      });
      return { stream: stream.pipeThrough(watched), ...rest };
    },
  };
}

/** After a tool call the turn goes on, and a failure is not an answer. */
function isEnd(reason: string): boolean {
  return reason !== 'tool-calls' && reason !== 'error';
}

function turnOf({ prompt, providerOptions }: Params) {
  const session = providerOptions?.mneme?.session;
  return lastTurn(prompt, {
    isUser: ({ role }) => role === 'user',
    textOf: ({ content }) => textOf(content),
    session: typeof session === 'string' ? session : undefined,
  });
}

function textOf(content: string | readonly { type: string }[]): string {
  if (typeof content === 'string') return content;
  return content
    .flatMap((part) => (part.type === 'text' && 'text' in part ? [String(part.text)] : []))
    .join('\n');
}
