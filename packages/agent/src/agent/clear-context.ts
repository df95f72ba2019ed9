import { MnemeError } from '@mneme/core';
import { applyContextEdits } from '../context/apply-context-edits.ts';
import { toolPairs } from '../context/clear-tool-uses.ts';
import type { AppliedEdit, ContextEdit } from '../context/context-edit.ts';
import {
  blocksOf,
  type Message,
  type ToolResultBlockParam,
  type ToolUseBlockParam,
} from '../messages.ts';
import type { AgentContext } from './agent-context.ts';
import { type Clearing, clearedPairs, saveSummary } from './before-clear.ts';

/** Applies local edits to the messages to send. Cleared content stays cleared; the history is unchanged. */
export async function editLocally(agent: AgentContext): Promise<AppliedEdit[]> {
  const { options, dialogue, session, emit } = agent;
  if (options.contextManagement?.where !== 'local') return [];
  const before = dialogue.state.context;
  const { messages, appliedEdits } = applyContextEdits(
    before,
    localEdits(agent),
    agent.countTokens,
  );
  if (appliedEdits.length === 0) return [];
  const cleared = clearedPairs(before, messages);
  await saveBeforeClear(agent, { reason: 'edit', session, appliedEdits, cleared });
  dialogue.edit(messages);
  emit({ type: 'edit', where: 'local', appliedEdits });
  return appliedEdits;
}

/** With thinking on and no edit for it, only the last turn's thinking stays, as the API does by itself. */
function localEdits({ options }: AgentContext): readonly ContextEdit[] {
  const edits = options.contextManagement?.edits ?? [];
  const thinking = options.request?.thinking;
  const thinks = thinking !== undefined && thinking.type !== 'disabled';
  if (!thinks || edits.some(({ type }) => type === 'clear_thinking_20251015')) return edits;
  return [{ type: 'clear_thinking_20251015' }, ...edits];
}

/** Reads what the server cleared or compacted for this answer. */
export async function readServerEdits(
  agent: AgentContext,
  message: Message,
): Promise<AppliedEdit[]> {
  const { session, emit } = agent;
  const appliedEdits = message.context_management?.applied_edits ?? [];
  if (appliedEdits.length > 0) {
    const count = appliedEdits.reduce(
      (sum, edit) => sum + ('cleared_tool_uses' in edit ? edit.cleared_tool_uses : 0),
      0,
    );
    const cleared = newlyCleared(agent, count);
    if (cleared.length > 0)
      await saveBeforeClear(agent, { reason: 'edit', session, appliedEdits, cleared });
    emit({ type: 'edit', where: 'server', appliedEdits });
  }
  for (const block of message.content) {
    if (block.type !== 'compaction' || block.content === null) continue;
    const summary = block.content;
    await saveBeforeClear(agent, { reason: 'compaction', session, summary });
    emit({ type: 'compaction', where: 'server', summary });
  }
  return appliedEdits;
}

/** The server clears the oldest uses again for each request; only new ones are reported. */
function newlyCleared(
  { dialogue, options, reportedCleared }: AgentContext,
  count: number,
): { use: ToolUseBlockParam; result: ToolResultBlockParam }[] {
  const edit = options.contextManagement?.edits.find((e) => e.type === 'clear_tool_uses_20250919');
  const excluded = new Set(edit?.exclude_tools ?? []);
  const { context } = dialogue.state;
  const pairs = toolPairs(context).pairs.filter(({ name }) => !excluded.has(name));
  return pairs.slice(0, count).flatMap(({ use, result }) => {
    const call = blocksOf(context[use.message]!)[use.block] as ToolUseBlockParam;
    if (reportedCleared.has(call.id)) return [];
    reportedCleared.add(call.id);
    return [
      {
        use: call,
        result: blocksOf(context[result.message]!)[result.block] as ToolResultBlockParam,
      },
    ];
  });
}

/** Lets the application store what matters. A failure is an event, and the dialogue goes on. */
export async function saveBeforeClear(
  { options, turn: { signal }, emit }: AgentContext,
  clearing: Clearing,
): Promise<void> {
  const { onBeforeClear = saveSummary, memory } = options;
  try {
    for (const input of (await onBeforeClear(clearing)) ?? []) {
      const result = await memory.store(input, {
        actor: 'agent',
        reason: clearing.reason === 'edit' ? 'stored before clearing' : 'stored before compaction',
        signal,
      });
      emit({ type: 'store', by: 'agent', content: input.content, results: [result], echo: false });
    }
  } catch (error) {
    if (MnemeError.isInstance(error) && error.code === 'aborted') throw error;
    emit({ type: 'error', during: 'before_clear', error });
  }
}
