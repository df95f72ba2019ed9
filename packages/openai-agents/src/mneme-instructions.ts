import { createTurnMemory, type TurnMemoryOptions, type TurnScope } from '@mneme/agent';
import type { RunContext } from '@openai/agents';

/** Options of instructions. */
export interface InstructionsOptions<Context>
  extends Omit<TurnMemoryOptions, 'session' | 'keepTurns'> {
  /** The agent's own instructions. Default: none. */
  instructions?: string;
  /**
   * Returns the user's message from the context of the run, because an instructions function does not get the input.
   */
  message: (context: Context) => string;
}

/**
 * Instructions with memories for the user's message, recalled once for each run. If the context does not have the
 * message, use {@link mnemeInputFilter}.
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

/** The instructions followed by the block. */
export function joined(instructions: string, block: string): string {
  return [instructions, block].filter((text) => text !== '').join('\n\n');
}
