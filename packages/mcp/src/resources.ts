import { type MemoryScope, MnemeError } from '@mneme/core';
import type { DocumentStore } from '@mneme/core/documents';
import { visibleJson, visibleText } from '@mneme/core/faces';
import {
  type McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { shown } from './record-tools.ts';

/** Number of listed resources, for clients that offer them to a person; search finds the others. */
const listed = 50;
const nameLength = 80;

/** Adds `mneme://memory/{id}`. */
export function addMemoryResource(server: McpServer, scope: MemoryScope): void {
  const template = new ResourceTemplate('mneme://memory/{id}', {
    list: async () => {
      const { memories } = await scope.list({ limit: listed });
      return {
        resources: memories.map(({ id, content }) => ({
          uri: `mneme://memory/${id}`,
          name: nameOf(content),
          mimeType: 'application/json',
        })),
      };
    },
  });
  server.registerResource(
    'memory',
    template,
    { description: 'One memory by its id.', mimeType: 'application/json' },
    async (uri, { id }) => {
      const record = await found(uri, () => scope.get(String(id)));
      const text = visibleJson(shown(record));
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
    },
  );
}

/** Adds `mneme://doc/{store}/{+path}`. */
export function addDocumentResource(
  server: McpServer,
  stores: ReadonlyMap<string, DocumentStore>,
): void {
  const template = new ResourceTemplate('mneme://doc/{store}/{+path}', {
    list: async () => {
      const each = [...stores].map(async ([name, store]) => {
        const { items } = await store.list({ limit: listed });
        return items.flatMap((item) =>
          item.type === 'document'
            ? [
                {
                  uri: `mneme://doc/${name}${encodeURI(item.path)}`,
                  name: nameOf(`${name}${item.path}`),
                  mimeType: 'text/plain',
                },
              ]
            : [],
        );
      });
      return { resources: (await Promise.all(each)).flat().slice(0, listed) };
    },
    complete: { store: (begun) => [...stores.keys()].filter((name) => name.startsWith(begun)) },
  });
  server.registerResource(
    'document',
    template,
    {
      description: 'A document of a store, by its path.',
      mimeType: 'text/plain',
    },
    async (uri, { store, path }) => {
      const document = await found(uri, async () =>
        stores.get(String(store))?.read(`/${decodeURIComponent(String(path))}`),
      );
      return {
        contents: [{ uri: uri.href, mimeType: 'text/plain', text: visibleText(document.content) }],
      };
    },
  );
}

/** On one line, with whole characters. */
function nameOf(text: string): string {
  const line = visibleText(text.slice(0, 4 * nameLength)).replace(/\s+/g, ' ');
  return line.trim().slice(0, nameLength).toWellFormed();
}

/** An invalid name names no document. */
async function found<Value>(uri: URL, read: () => Promise<Value | undefined>): Promise<Value> {
  try {
    const value = await read();
    if (value !== undefined) return value;
  } catch (error) {
    if (!isInvalid(error)) throw error;
  }
  throw new ResourceNotFoundError(uri.href);
}

function isInvalid(error: unknown): boolean {
  if (error instanceof URIError) return true;
  return MnemeError.isInstance(error) && error.code === 'invalid_input';
}
