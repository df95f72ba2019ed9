import type { StoreInput } from '@mneme/core';
import { toolPairs } from '../context/clear-tool-uses.ts';
import type { AppliedEdit } from '../context/context-edit.ts';
import {
  blocksOf,
  type MessageParam,
  type ToolResultBlockParam,
  type ToolUseBlockParam,
} from '../messages.ts';

/** What will leave the context. */
export type Clearing =
  | {
      reason: 'edit';
      session: string;
      appliedEdits: AppliedEdit[];
      /** The calls whose results are cleared, with those results, oldest first. */
      cleared: { use: ToolUseBlockParam; result: ToolResultBlockParam }[];
    }
  | {
      reason: 'compaction';
      session: string;
      summary: string;
      /** The history that the summary replaces; absent if the server did it. */
      messages?: MessageParam[];
    };

/**
 * Returns what to store before something is cleared; it may also store by itself. A failure is an event, and the
 * dialogue goes on.
 */
export type OnBeforeClear = (
  clearing: Clearing,
) => readonly StoreInput[] | undefined | Promise<readonly StoreInput[] | undefined>;

/** The default: stores a summary as an episodic record with its session, and no cleared tool results. */
export const saveSummary: OnBeforeClear = (clearing) => {
  if (clearing.reason !== 'compaction') return undefined;
  return [
    {
      content: clearing.summary,
      category: 'task_progress',
      importance: 3,
      tags: ['conversation-summary'],
      source: { session: clearing.session, kind: 'summary' },
      onConflict: 'keepBoth',
    },
  ];
};

/** The pairs whose result changed between the two histories. */
export function clearedPairs(
  before: readonly MessageParam[],
  after: readonly MessageParam[],
): { use: ToolUseBlockParam; result: ToolResultBlockParam }[] {
  return toolPairs(before).pairs.flatMap(({ use, result }) => {
    if (before[result.message] === after[result.message]) return [];
    const block = blocksOf(before[result.message]!)[result.block];
    if (block === blocksOf(after[result.message]!)[result.block]) return [];
    return [
      {
        use: blocksOf(before[use.message]!)[use.block] as ToolUseBlockParam,
        result: block as ToolResultBlockParam,
      },
    ];
  });
}
