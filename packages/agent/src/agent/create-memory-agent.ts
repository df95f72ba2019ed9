import { orAborted } from '@mneme/core/contract';
import { invalid } from '@mneme/core/input';
import { childController } from '../abort.ts';
import { appendUser, type ContentBlockParam, type MessageParam } from '../messages.ts';
import { createAgentContext, type RunningTurn } from './agent-context.ts';
import type { AgentEvent, TurnResult } from './agent-event.ts';
import { type MemoryAgentOptions, parseAgentOptions } from './agent-options.ts';
import { countTokens } from './request.ts';
import { runTurn } from './run-turn.ts';
import { type AgentUsage, noUsage } from './usage.ts';

/** A dialogue with memory. One turn runs at a time: a message that comes during a turn waits for its end. */
export interface MemoryAgent {
  /**
   * One turn. Rejects with `aborted` when the signal fires, also while the message waits, otherwise with the SDK's
   * errors after its retries. After a failed turn the dialogue can go on.
   */
  send(
    message: string | readonly ContentBlockParam[],
    options?: { signal?: AbortSignal },
  ): Promise<TurnResult>;
  /**
   * The same turn as events. The last one is `{ type: 'turn', phase: 'end', result }`; a failure is thrown from the
   * loop. Leaving the loop early aborts the turn, and waits until it has ended.
   */
  stream(
    message: string | readonly ContentBlockParam[],
    options?: { signal?: AbortSignal },
  ): AsyncIterableIterator<AgentEvent>;
  /** A copy of the dialogue so far, for `history` of a later agent. Without the prefetched block. */
  readonly history: MessageParam[];
  /** Usage of all turns so far, including failed ones. */
  readonly usage: AgentUsage;
  /** The name of the dialogue in stored memories. */
  readonly session: string;
  /**
   * Asks the count-tokens endpoint for the size of the next request without a block of memories: after its edits and,
   * if it has any, before them.
   */
  preview(
    message?: string | readonly ContentBlockParam[],
    options?: { signal?: AbortSignal },
  ): Promise<{ inputTokens: number; originalInputTokens?: number }>;
}

/**
 * Makes a dialogue with memory. Throws `invalid_input` that names an option which would fail later.
 * @example
 * const agent = createMemoryAgent({
 *   client: new Anthropic(), model: 'claude-opus-5', maxTokens: 2000, memory: memory.scope('ada'),
 * });
 * const { text } = await agent.send('Which tea do I like?');
 */
export function createMemoryAgent(given: MemoryAgentOptions): MemoryAgent {
  const options = parseAgentOptions(given);
  const agent = createAgentContext(options);
  const { dialogue } = agent;
  /** The newest turn: the next one waits until it has ended. */
  let newest: Promise<unknown> = Promise.resolve();

  const run = (
    message: string | readonly ContentBlockParam[],
    given: Pick<RunningTurn, 'deltas' | 'signal' | 'sink'>,
  ): Promise<TurnResult> => {
    const before = newest;
    const turn = (async () => {
      if (message.length === 0) throw invalid('message', 'is empty: give a text or blocks');
      await orAborted(before, given.signal);
      agent.turn = { ...given, block: [], usage: noUsage() };
      const work = () => runTurn(agent, message);
      try {
        return await (options.telemetry ? options.telemetry.withinTurn(work) : work());
      } finally {
        agent.turn.sink = undefined;
      }
    })();
    // A turn that was given up while it waited has not waited for the one before.
    newest = Promise.allSettled([before, turn]);
    return turn;
  };

  return {
    send: (message, { signal } = {}) => run(message, { deltas: false, signal }),
    stream(message, { signal: outer } = {}) {
      const { controller, release } = childController(outer);
      const events: AgentEvent[] = [];
      let wake = () => {};
      let isOver = false;
      const sink = (event: AgentEvent) => {
        events.push(event);
        wake();
      };
      const work = run(message, { deltas: true, signal: controller.signal, sink }).finally(() => {
        isOver = true;
        release();
        wake();
      });
      work.catch(() => {}); // Thrown from the loop.
      return (async function* () {
        try {
          while (!isOver || events.length > 0) {
            const event = events.shift();
            if (event !== undefined) yield event;
            else
              await new Promise<void>((resolve) => {
                wake = resolve;
              });
          }
          await work;
        } finally {
          controller.abort();
          await work.catch(() => {});
        }
      })();
    },
    get history() {
      return structuredClone(dialogue.state.history) as MessageParam[];
    },
    get usage() {
      return { ...agent.usage };
    },
    session: agent.session,
    async preview(message, { signal } = {}) {
      const { context } = dialogue.state;
      const counted = await countTokens(agent, {
        context: message === undefined ? context : appendUser(context, message),
        block: [],
        edits: true,
        signal,
      });
      const original = counted.context_management?.original_input_tokens;
      return { inputTokens: counted.input_tokens, originalInputTokens: original };
    },
  };
}
