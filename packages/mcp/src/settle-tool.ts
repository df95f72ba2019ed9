import type { RecallLog } from '@mneme/agent';
import type { MemoryScope } from '@mneme/core';
import { choice, parseId } from '@mneme/core/input';
import { addTool, answered, parseInput, type ToolServer } from './tool.ts';

const verdicts = ['update', 'stands', 'same', 'distinct'] as const;

const fields = { id: parseId, other: parseId, verdict: choice(verdicts) };

/** Adds the tool by which a model, or its user, decides what a search shows as contested. */
export function addSettleTool(
  server: ToolServer,
  { scope, recall, actor }: { scope: MemoryScope; recall: RecallLog; actor: string },
): void {
  const id = { type: 'string', description: 'The id of one of the two.' };
  addTool(
    server,
    {
      name: 'memory_settle',
      title: 'Settle two memories',
      description:
        'Settle two memories that contest each other (contests, contested_by), when the user or the conversation makes clear which holds. What gives way stays in the history.',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      input: {
        type: 'object',
        properties: {
          id,
          other: id,
          verdict: {
            type: 'string',
            enum: [...verdicts],
            description:
              'update: the newer one holds; stands: the older one; same: both say one thing; distinct: both hold.',
          },
        },
        required: ['id', 'other', 'verdict'],
        additionalProperties: false,
      },
      output: {
        type: 'object',
        properties: { newer: id, older: id, verdict: { type: 'string' } },
        required: ['newer', 'older', 'verdict'],
        additionalProperties: false,
      },
    },
    async (input, signal) => {
      const { id, other, verdict } = parseInput(input, fields, ['id', 'other', 'verdict']);
      const judge = async () => verdict;
      const { decided } = await scope.settle({ pair: [id, other], judge, actor, signal });
      for (const each of [id, other]) recall.forget(each);
      const [done] = decided;
      return answered({ newer: done?.newer, older: done?.older, verdict: done?.verdict });
    },
  );
}
