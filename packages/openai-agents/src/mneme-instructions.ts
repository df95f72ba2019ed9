import { createTurnMemory, type TurnMemoryOptions, type TurnScope } from '@mneme/agent';
import type { RunContext } from '@openai/agents';

/** How instructions are made. */
export interface InstructionsOptions<Context>
  extends Omit<TurnMemoryOptions, 'session' | 'keepTurns'> {
  /** What the agent is told in any case. Default: nothing. */
  instructions?: string;
  /** The user's message: an instructions function is not shown the input, so the context of the run has to hold it. */
  message: (context: Context) => string;
}

/**
 * Instructions with what is remembered about the user's message, recalled once a run. Where the context does not hold
 * the message, use {@link mnemeInputFilter}.
 *
 * @example
 * const instructions = mnemeInstructions(scope, { message: (context: { message: string }) => context.message });
 * const agent = new Agent({ name: 'Helper', instructions });
 * await run(agent, message, { context: { message } });
 */
export function mnemeInstructions<Context>(
  scope: TurnScope,
  { instructions = '', message, ...options }: InstructionsOptions<Context>,
): (runContext: RunContext<Context>) => Promise<string> {
  const memory = createTurnMemory(scope, options);
  const recalled = new WeakMap<RunContext<Context>, Promise<string>>();
  return async (runContext) => {
    let block = recalled.get(runContext);
    if (block === undefined) {
      const turn = { index: 0, message: message(runContext.context), begins: true };
      block = memory.recall(turn, {});
      recalled.set(runContext, block);
    }
    return joined(instructions, await block);
  };
}

/** The block behind what the agent is told. */
export function joined(instructions: string, block: string): string {
  return [instructions, block].filter((text) => text !== '').join('\n\n');
}
