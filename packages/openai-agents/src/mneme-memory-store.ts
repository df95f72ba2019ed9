import { MnemeError } from '@mneme/core';
import { pages } from '@mneme/core/contract';
import type { DocumentStore } from '@mneme/core/documents';
import type { MemoryStore } from '@openai/agents/sandbox';

/**
 * The files of a sandbox's memory as versioned documents at their paths. They are texts of at most 100 KiB, unless
 * the memory was made with other `documentLimits`.
 * @example
 * const notes = await scope.stores.open('sandbox', { create: true });
 * const agent = new SandboxAgent({ name: 'Coder', capabilities: [memory({ store: mnemeMemoryStore(notes) })] });
 */
export function mnemeMemoryStore(store: DocumentStore): Required<MemoryStore> {
  return {
    async read(path) {
      const found = await store.read(absolute(path));
      return found === undefined ? null : new TextEncoder().encode(found.content);
    },
    async write(path, data) {
      await store.write({ path: absolute(path), content: textOf(path, data) });
    },
    async delete(path) {
      if ((await store.read(absolute(path))) !== undefined) await store.delete(absolute(path));
    },
    async list(prefix) {
      const folder = absolute(prefix).replace(/\/?$/, '/');
      const paths: string[] = [];
      for await (const page of pages((cursor) => store.list({ pathPrefix: folder, cursor })))
        for (const entry of page.items)
          if ('path' in entry && !entry.path.endsWith('/')) paths.push(entry.path.slice(1));
      return paths;
    },
  };
}

/** A path in the SDK's form: without `.`, an empty segment or a leading slash. */
function absolute(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  return `/${segments.join('/')}`;
}

function textOf(path: string, data: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch (cause) {
    const message = `the file ${path} is not text in UTF-8, and documents are text`;
    throw new MnemeError('invalid_input', message, { field: 'content', cause });
  }
}
