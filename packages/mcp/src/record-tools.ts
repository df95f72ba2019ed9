import {
  asSent,
  createRecallLog,
  dataNote,
  defineTool,
  deleteTool,
  forgetMemory,
  goneTurns,
  parseWords,
  retrieveTool,
  storeMemory,
  type ToolSet,
  text,
  toolFields,
  toolSet,
} from '@mneme/agent';
import {
  type DeleteReceipt,
  type MemoryRecord,
  type MemoryScope,
  MnemeError,
  type RetrievedMemory,
} from '@mneme/core';
import { cursorCodec } from '@mneme/core/backend';
import { firstFitting } from '@mneme/core/faces';
import { choice, invalid, parseCategory, parseFlag, parseId, parseTime } from '@mneme/core/input';
import type { McpTool } from './tool.ts';

/** Maximum characters of JSON in one answer; a cursor gives the rest. */
const asJson = { most: 20_000, sizeOf: (item: object) => JSON.stringify(item).length };
/** Maximum number of results of a search, over all pages. */
const deepest = 1000;

/** Searches page by page: a cursor is only valid for the same query and filters. */
const places = cursorCodec('mcp-search', ['number']);

const memory_id = text(undefined, (value, field) => parseId(value, field));
const verdicts = ['update', 'older', 'same', 'distinct'] as const;
const reads = { readOnlyHint: true };
const adds = { readOnlyHint: false, destructiveHint: false, idempotentHint: true };

/** The tools over the records of a scope. One set is for one dialogue: recalled memories are not stored again. */
export function recordTools(
  scope: MemoryScope,
  { writes, actor }: { writes: boolean; actor: string },
): { tools: McpTool[]; handle: ToolSet['handle'] } {
  const recall = createRecallLog();
  const store = storeMemory(scope, { recall, actor });

  const retrieve = defineTool(
    {
      ...retrieveTool,
      fields: {
        ...retrieveTool.fields,
        tags: toolFields.tags('Only with all of these tags.'),
        as_of: text('ISO 8601: the state at that time.', parseTime),
        cursor: text('next_cursor of the answer before.'),
      },
    },
    async ({ query, limit = 10, cursor, ...filters }, signal) => {
      const { categories, tags, min_importance: minImportance, as_of: asOf } = filters;
      const owner = [scope.name, query, JSON.stringify(filters)];
      const [from] = places.decode(cursor, owner) ?? [0];
      const upTo = Math.min(from + limit, deepest);
      const found = await scope.retrieve(query, {
        // One more tells whether there is a next page.
        limit: Math.min(upTo + 1, deepest),
        categories: categories?.length ? categories : undefined,
        tags,
        minImportance,
        asOf,
        signal,
      });
      const page = firstFitting(found.memories.slice(from, upTo).map(shown), asJson);
      const next = from + page.length;
      recall.note(found.memories.slice(from, next));
      const next_cursor = next < found.memories.length ? places.encode([next], owner) : undefined;
      return { note: dataNote, degraded: found.degraded, memories: page, next_cursor };
    },
  );

  const update = defineTool(
    {
      name: 'memory_update',
      description:
        'Correct or complete one memory, which keeps its id and history. For a fact that has changed, store the new one instead.',
      fields: {
        memory_id,
        content: text('The new text.', parseWords),
        category: text('As in memory_store.', (value, field) => parseCategory(value, field)),
        importance: toolFields.importance,
        tags: toolFields.tags('The new list.'),
        // Clients send null for what they leave out, so it cannot mean that there is no end.
        expires_at: text('ISO 8601; never: no end.', (value, field) =>
          value === 'never' ? value : parseTime(value, field),
        ),
      },
      required: ['memory_id'],
    },
    async ({ memory_id: id, expires_at: expiresAt, ...given }, signal) => {
      const changes = {
        ...given,
        ...(expiresAt && { expiresAt: expiresAt === 'never' ? null : expiresAt }),
      };
      if (Object.keys(changes).length === 0)
        throw invalid('content', 'is missing: give at least one field to change');
      recall.forget(id);
      const { id: _, ...answer } = await scope.update(id, changes, { actor, signal });
      return { memory_id: id, ...answer };
    },
  );

  const remove = defineTool(
    {
      ...deleteTool,
      description: `${deleteTool.description} Without confirm the answer only shows what would go.`,
      fields: {
        ...deleteTool.fields,
        memory_id: { ...deleteTool.fields.memory_id, parse: memory_id.parse },
        confirm: {
          schema: { type: 'boolean', default: false, description: 'True: remove it.' },
          parse: parseFlag,
        },
      },
      required: ['memory_id'],
    },
    async ({ memory_id: id, confirm, reason = 'asked for by the model' }, signal) => {
      if (confirm !== true) {
        const record = await scope.get(id, { includeExpired: true });
        if (record === undefined) throw unknown(id);
        const receipt = await scope.delete(id, { dryRun: true, signal });
        const { content } = record;
        const note = 'Nothing was removed. Call again with confirm: true to remove it for good.';
        return { memory_id: id, dry_run: true, ...idsOf(receipt), content, note };
      }
      const receipt = await scope.delete(id, { reason, actor, signal });
      const { removed, forgotten, turns, bytes } = receipt;
      for (const each of [...removed, ...forgotten, ...turns]) recall.forget(each);
      return { memory_id: id, dry_run: false, ...idsOf(receipt), bytes };
    },
  );

  const settle = defineTool(
    {
      name: 'memory_settle',
      description:
        'Settle two memories that contest each other (contests, contested_by), when the user or the conversation makes clear which is right.',
      fields: {
        memory_id,
        other_id: memory_id,
        verdict: {
          schema: {
            type: 'string',
            enum: verdicts,
            description:
              'update: the newer one is right; older: the older one; same: both say one thing; distinct: both are right.',
          },
          parse: choice(verdicts),
        },
      },
      required: ['memory_id', 'other_id', 'verdict'],
    },
    async ({ memory_id, other_id, verdict }, signal) => {
      const pair: [string, string] = [memory_id, other_id];
      const { decided } = await scope.settle({ pair, judge: async () => verdict, actor, signal });
      for (const each of pair) recall.forget(each);
      const [done] = decided;
      return { newer: done?.newer, older: done?.older, verdict: done?.verdict };
    },
  );

  const history = defineTool(
    {
      name: 'memory_history',
      description:
        'Show what a memory said before and what replaced it, oldest first, and the ids of its evidence.',
      fields: { memory_id },
      required: ['memory_id'],
    },
    async ({ memory_id: id }) => {
      const records = await scope.history(id);
      if (records.length === 0) throw unknown(id);
      // The newest are the most useful, so the oldest are left out.
      const page = firstFitting(records.reverse().map(shown), asJson).reverse();
      return { memories: page, omitted: records.length - page.length || undefined };
    },
  );

  const { definition } = store;
  const input_schema = { ...definition.input_schema, required: ['content'] };
  const storeOrDefault = {
    definition: { ...definition, input_schema },
    start: (input: unknown) =>
      store.start({
        category: 'factual_knowledge',
        importance: 3,
        ...(asSent(input, input_schema) as object),
      }),
  };
  const tools = [
    { ...retrieve, title: 'Retrieve memories', alwaysLoad: true, annotations: reads },
    { ...storeOrDefault, title: 'Store a memory', alwaysLoad: true, annotations: adds },
    { ...update, title: 'Update a memory', annotations: adds },
    {
      ...remove,
      title: 'Delete a memory',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    },
    ...forgetMemory(scope, { recall, actor }).map((tool) => ({
      ...tool,
      title: 'Forget a matter',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    })),
    { ...settle, title: 'Settle two memories', annotations: adds },
    { ...history, title: 'History of a memory', annotations: reads },
  ].filter(({ annotations }) => writes || annotations.readOnlyHint);
  const { handle } = toolSet(tools, {
    names: { id: 'memory_id' },
    cursorAdvice: 'give the next_cursor of the same query, or none to start over',
  });
  return { tools, handle };
}

function idsOf({ removed, turns, cut, forgotten, kept }: DeleteReceipt) {
  return { removed, ...goneTurns({ turns, cut }), forgotten, kept };
}

/** With the names of the tools. */
export function shown(record: MemoryRecord | RetrievedMemory): object {
  const scores =
    'score' in record ? { score: round(record.score), relevance: round(record.relevance) } : {};
  return {
    id: record.id,
    content: record.content,
    kind: record.kind,
    category: record.category,
    tags: record.tags.length > 0 ? record.tags : undefined,
    importance: record.importance,
    occurred_at: record.occurredAt,
    ...scores,
    speaker: record.source.speaker,
    session: record.source.session,
    evidence: record.evidence,
    extracted_by: record.extractedBy,
    disclosure: record.disclosure,
    expires_at: record.expiresAt,
    superseded_by: record.supersededBy,
    valid_to: record.validTo,
    contests: record.contests,
    contested_by: record.contestedBy,
  };
}

function round(score: number): number {
  return Math.round(score * 1000) / 1000;
}

function unknown(id: string): MnemeError {
  return new MnemeError('not_found', `there is no memory ${id}; memory_retrieve shows ids`);
}
