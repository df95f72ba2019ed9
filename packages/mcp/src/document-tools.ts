import type { SessionTools } from '@mneme/agent';
import type { McpTool } from './tool.ts';

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
