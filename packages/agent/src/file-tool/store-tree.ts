import { MnemeError } from '@mneme/core';
import { pages } from '@mneme/core/contract';
import { DocumentError, type DocumentStore, type DocumentSummary } from '@mneme/core/documents';
import { type FileTree, notADirectory, type Segments, type TreeEntry } from './file-tree.ts';

const maxAttempts = 50;

/** A tree over a document store. A directory exists as long as there are documents below it. */
export function storeTree(store: DocumentStore): FileTree {
  return {
    async stat(path) {
      if (path.length > 0) {
        const document = await store.read(documentPath(path));
        if (document !== undefined) return { kind: 'file', sizeBytes: document.contentSizeBytes };
      }
      const below = await documentsBelow(store, path);
      if (below.length === 0 && path.length > 0) return undefined;
      const sizeBytes = below.reduce((sum, { contentSizeBytes }) => sum + contentSizeBytes, 0);
      return { kind: 'directory', sizeBytes };
    },

    async read(path) {
      return (await store.read(documentPath(path)))?.content;
    },

    async entries(path, { depth }) {
      return entriesOf(await documentsBelow(store, path), { above: path.length, depth });
    },

    async create(path, text) {
      try {
        await store.create({ path: documentPath(path), content: text });
        return 'created';
      } catch (error) {
        return asExists(error, path);
      }
    },

    edit: (path, change) =>
      retrying(async () => {
        const document = await store.read(documentPath(path));
        if (document === undefined)
          return (await documentsBelow(store, path)).length > 0 ? 'directory' : 'missing';
        const content = change(document.content);
        const { id, contentSha256 } = document;
        const precondition = { type: 'content_sha256', contentSha256 } as const;
        return unlessConflict(store.update({ id }, { content, precondition }), 'edited');
      }),

    remove: (path) =>
      retrying(async () => {
        const all = await documentsAt(store, path);
        if (all.length === 0) return false;
        return unlessConflict(store.changeMany(all.map(({ id }) => ({ delete: id }))), true);
      }),

    rename: (from, to) =>
      retrying(async () => {
        const all = await documentsAt(store, from);
        if (all.length === 0) return 'missing';
        if ((await documentsAt(store, to)).length > 0) return 'exists';
        const moves = all.map(({ id, path }) => ({
          rename: id,
          to: documentPath(to) + path.slice(documentPath(from).length),
        }));
        return unlessConflict(store.changeMany(moves), 'renamed');
      }).catch((error: unknown) => asExists(error, to)),
  };
}

type Below = Pick<DocumentSummary, 'id' | 'path' | 'contentSizeBytes'>;

function documentPath(path: Segments): string {
  return `/${path.join('/')}`;
}

/** The document at a path, or all documents below it. */
async function documentsAt(store: DocumentStore, path: Segments): Promise<Below[]> {
  const document = await store.read(documentPath(path));
  return document === undefined ? documentsBelow(store, path) : [document];
}

async function documentsBelow(store: DocumentStore, path: Segments): Promise<Below[]> {
  const pathPrefix = path.length === 0 ? '/' : `${documentPath(path)}/`;
  const found: Below[] = [];
  for await (const page of pages((cursor) => store.list({ pathPrefix, limit: 1000, cursor })))
    found.push(...page.items.filter((entry) => entry.type === 'document'));
  return found;
}

function entriesOf(
  documents: readonly Below[],
  { above, depth }: { above: number; depth: number },
): TreeEntry[] {
  const entries = new Map<string, TreeEntry>();
  for (const { path, contentSizeBytes } of documents) {
    const segments = path.slice(1).split('/').slice(above);
    for (let length = 1; length <= Math.min(depth, segments.length); length++) {
      const part = segments.slice(0, length);
      const key = part.join('/');
      const kind = length === segments.length ? 'file' : 'directory';
      const entry = entries.get(key) ?? { segments: part, kind, sizeBytes: 0 };
      entries.set(key, { ...entry, sizeBytes: entry.sizeBytes + contentSizeBytes });
    }
  }
  return [...entries.values()];
}

/** A path is taken if there is a document at it or below it. Below a document there can be no directory. */
function asExists(error: unknown, path: Segments): 'exists' {
  if (!DocumentError.isInstance(error) || error.conflicting === undefined) throw error;
  const conflicting = error.conflicting.path.slice(1).split('/');
  if (conflicting.length < path.length) throw notADirectory(conflicting);
  return 'exists';
}

/** Tries again as long as another writer is faster. */
async function retrying<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let left = maxAttempts; left > 0; left--) {
    const outcome = await attempt();
    if (outcome !== undefined) return outcome;
  }
  throw new MnemeError('conflict', 'Another writer was faster each time. Try again.');
}

/** Undefined if another writer has changed or removed what this one had read. */
async function unlessConflict<const T>(work: Promise<unknown>, done: T): Promise<T | undefined> {
  try {
    await work;
    return done;
  } catch (error) {
    if (DocumentError.isInstance(error) && error.reason === 'precondition_failed') return undefined;
    if (MnemeError.isInstance(error) && error.code === 'not_found') return undefined;
    throw error;
  }
}
