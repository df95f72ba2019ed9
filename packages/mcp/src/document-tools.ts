import type { SessionTools } from '@mneme/agent';
import type { MemoryScope } from '@mneme/core';
import type { DocumentStore } from '@mneme/core/documents';
import { addTool, fromAgent, type ObjectSchema, type ToolServer } from './tool.ts';

const mostStores = 8;
/** Where documents go while a scope has no store of its own. */
const firstStore = 'notes';

/** The scope's stores, newest first; where it has none and may be written, a first one. */
export async function openStores(
  scope: MemoryScope,
  { writes }: { writes: boolean },
): Promise<DocumentStore[]> {
  const { stores } = await scope.stores.list({ limit: mostStores });
  if (stores.length === 0 && writes) return [await scope.stores.open(firstStore, { create: true })];
  return Promise.all(stores.map(({ id }) => scope.stores.open(id)));
}

const text = { type: 'string' };
const count = { type: 'integer' };
const changed = { type: 'boolean', description: 'False: it said that already.' };

/** What is beside the definitions that every session has: how a client may treat a call, and what it answers. */
const faces: Record<
  string,
  { title: string; writes: boolean; output: ObjectSchema['properties']; required: string[] }
> = {
  doc_list: {
    title: 'List documents',
    writes: false,
    output: {
      documents: list({ path: text, bytes: count }),
      next_page: { ...text, description: 'For page, to go on from there.' },
    },
    required: ['documents'],
  },
  doc_search: {
    title: 'Search documents',
    writes: false,
    output: {
      documents: list({ path: text, line: count, score: { type: 'number' }, excerpt: text }),
    },
    required: ['documents'],
  },
  doc_read: {
    title: 'Read a document',
    writes: false,
    output: {
      path: text,
      content: text,
      from_line: count,
      lines: count,
      next_line: { ...count, description: 'For from_line, to go on from there.' },
    },
    required: ['path', 'content', 'from_line', 'lines'],
  },
  doc_write: {
    title: 'Write a document',
    writes: true,
    output: { path: text, bytes: count, changed },
    required: ['path', 'bytes', 'changed'],
  },
  doc_edit: {
    title: 'Edit a document',
    writes: true,
    output: { path: text, changed_lines: text },
    required: ['path', 'changed_lines'],
  },
  doc_delete: {
    title: 'Delete a document',
    writes: true,
    output: { path: text, deleted: { type: 'boolean' } },
    required: ['path', 'deleted'],
  },
};

/** Adds the tools of a session with these stores. */
export function addDocumentTools(
  server: ToolServer,
  { session, writes }: { session: SessionTools; writes: boolean },
): void {
  for (const { name, description, input_schema: input } of session.definitions) {
    const face = faces[name];
    if (face === undefined || (face.writes && !writes)) continue;
    const { title, output: properties, required } = face;
    const annotations = face.writes
      ? {
          readOnlyHint: false,
          destructiveHint: name === 'doc_delete',
          idempotentHint: name !== 'doc_edit',
        }
      : { readOnlyHint: true };
    const output: ObjectSchema = { type: 'object', properties, required };
    addTool(server, { name, title, description, input, output, annotations }, async (given) =>
      fromAgent(await session.handle(name, given ?? {})),
    );
  }
}

function list(properties: Record<string, object>): object {
  return { type: 'array', items: { type: 'object', properties } };
}
