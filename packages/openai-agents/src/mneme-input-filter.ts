import { createTurnMemory, lastTurn, type TurnMemoryOptions, type TurnScope } from '@mneme/agent';
import type { AgentInputItem, CallModelInputFilter } from '@openai/agents';
import { joined } from './mneme-instructions.ts';

/**
 * Adds memories for the user's message after the instructions of every agent of a run, recalled once for each
 * message, so that all its calls have the same instructions.
 * @example
 * await run(agent, 'Which tea shall I buy?', { callModelInputFilter: mnemeInputFilter(scope) });
 */
export function mnemeInputFilter(
  scope: TurnScope,
  options?: Omit<TurnMemoryOptions, 'session' | 'keepTurns'>,
): CallModelInputFilter {
  const memory = createTurnMemory(scope, options);
  return async ({ modelData }) => {
    const isUser = (item: AgentInputItem) => 'role' in item && item.role === 'user';
    const turn = lastTurn(modelData.input, { isUser, textOf });
    if (turn === undefined) return modelData;
    const block = await memory.recall(turn, {});
    return { ...modelData, instructions: joined(modelData.instructions ?? '', block) };
  };
}

function textOf(item: AgentInputItem): string {
  if (!('content' in item) || item.content === undefined) return '';
  if (typeof item.content === 'string') return item.content;
  return item.content.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n');
}
