import type { SessionTools } from '@mneme/agent';
import type { MemoryScope } from '@mneme/core';
import type { DocumentStore } from '@mneme/core/documents';
import { addTool, fromAgent, type ToolServer } from './tool.ts';

const mostStores = 8;
/** The name of a scope's first store. */
const firstStore = 'notes';

/** The scope's stores, newest first; if there is none and the client may write, one is made. */
export async function openStores(
  scope: MemoryScope,
  { writes }: { writes: boolean },
): Promise<DocumentStore[]> {
  const { stores } = await scope.stores.list({ limit: mostStores });
  if (stores.length === 0 && writes) return [await scope.stores.open(firstStore, { create: true })];
  return Promise.all(stores.map(({ id }) => scope.stores.open(id)));
}

/** MCP's additions to the tool definitions of a session: title, and whether it writes. */
const faces: Record<string, { title: string; writes: boolean }> = {
  doc_list: { title: 'List documents', writes: false },
  doc_search: { title: 'Search documents', writes: false },
  doc_read: { title: 'Read a document', writes: false },
  doc_write: { title: 'Write a document', writes: true },
  doc_edit: { title: 'Edit a document', writes: true },
  doc_delete: { title: 'Delete a document', writes: true },
};

/** Adds the tools of a session with these stores. */
export function addDocumentTools(
  server: ToolServer,
  { session, writes }: { session: SessionTools; writes: boolean },
): void {
  for (const { name, description, input_schema: input } of session.definitions) {
    const face = faces[name];
    if (face === undefined || (face.writes && !writes)) continue;
    const { title } = face;
    const annotations = face.writes
      ? {
          readOnlyHint: false,
          destructiveHint: name === 'doc_delete',
          idempotentHint: name !== 'doc_edit',
        }
      : { readOnlyHint: true };
    addTool(server, { name, title, description, input, annotations }, async (given) =>
      fromAgent(await session.handle(name, given ?? {})),
    );
  }
}
