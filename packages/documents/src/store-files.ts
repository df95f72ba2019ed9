import { pages } from '@mneme/engine/contract';
import { invalid, parseFields, show } from '@mneme/engine/input';
import { createDocumentFields } from './call-fields.ts';
import type { ImportOptions, StoreFile } from './document-api.ts';
import type { StoreContext } from './document-context.ts';
import { listDocuments } from './document-reads.ts';
import { createDocument } from './document-writes.ts';

export async function* exportFiles(context: StoreContext): AsyncGenerator<StoreFile> {
  const read = (cursor?: string) =>
    listDocuments(context, { withContent: true, limit: 100, cursor });
  for await (const { items } of pages(read))
    for (const item of items)
      if (item.type === 'document') yield { path: item.path, content: item.content ?? '' };
}

export async function importFiles(
  context: StoreContext,
  files: Iterable<StoreFile> | AsyncIterable<StoreFile>,
  options: ImportOptions = {},
): Promise<{ created: number; changed: number; unchanged: number }> {
  const counts = { created: 0, changed: 0, unchanged: 0 };
  let done = 0;
  const { actor, signal, reason = 'imported' } = options;
  const write = async (file: unknown) => {
    const parsed = parseFields(file, createDocumentFields, {
      name: 'file',
      required: ['path', 'content'],
    });
    const { document, changed } = await createDocument(
      context,
      { ...parsed, ifTaken: 'overwrite' },
      { actor, signal, reason },
    );
    if (!changed) counts.unchanged += 1;
    else if (document.createdAt === document.updatedAt) counts.created += 1;
    else counts.changed += 1;
    done += 1;
    options.onProgress?.({ done });
  };
  const given = checkedFiles(files);
  // Members of a list are not awaited together: each is checked first.
  if (Symbol.iterator in given) for (const file of given) await write(file);
  else for await (const file of given) await write(file);
  return counts;
}

function checkedFiles(files: unknown): Iterable<unknown> | AsyncIterable<unknown> {
  if (typeof files === 'object' && files !== null && isIterable(files)) return files;
  throw invalid('files', `is ${show(files)}: give a list of files, or an iterator over them`);
}

function isIterable(value: object): value is Iterable<unknown> {
  try {
    return Symbol.iterator in value || Symbol.asyncIterator in value;
  } catch {
    return false; // A proxy that throws on access.
  }
}
