import type { SessionTools } from '@mneme/agent';
import type { MemoryScope } from '@mneme/core';
import type { DocumentStore } from '@mneme/core/documents';
import type { McpTool } from './tool.ts';

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

const titles: Record<string, string> = {
  doc_list: 'List documents',
  doc_search: 'Search documents',
  doc_read: 'Read a document',
  doc_write: 'Write a document',
  doc_edit: 'Edit a document',
  doc_delete: 'Delete a document',
};

/** The tools of a session with these stores. */
export function documentTools({ definitions }: SessionTools): McpTool[] {
  return definitions.map((definition) => {
    const { name } = definition;
    const annotations = /_(write|edit|delete)$/.test(name)
      ? {
          readOnlyHint: false,
          destructiveHint: name === 'doc_delete',
          idempotentHint: name !== 'doc_edit',
        }
      : { readOnlyHint: true };
    return { definition, title: titles[name] ?? name, annotations };
  });
}
