import type { ImportOptions, StoreFile } from './document-api.ts';
import type { StoreContext } from './document-context.ts';
import { listDocuments } from './document-reads.ts';
import { createDocument } from './document-writes.ts';
import { checkPath } from './rules/document-path.ts';

export async function* exportFiles(context: StoreContext): AsyncGenerator<StoreFile> {
  let cursor: string | undefined;
  do {
    const page = await listDocuments(context, { withContent: true, limit: 100, cursor });
    for (const item of page.items) {
      if (item.type === 'document') yield { path: item.path, content: item.content ?? '' };
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

export async function importFiles(
  context: StoreContext,
  files: Iterable<StoreFile> | AsyncIterable<StoreFile>,
  options: ImportOptions = {},
): Promise<{ created: number; changed: number; unchanged: number }> {
  const counts = { created: 0, changed: 0, unchanged: 0 };
  let done = 0;
  const { actor, signal, reason = 'imported' } = options;
  for await (const { path, content } of files) {
    const { document, changed } = await createDocument(
      context,
      { path: checkPath(path), content, ifTaken: 'overwrite' },
      { actor, signal, reason },
    );
    if (!changed) counts.unchanged += 1;
    else if (document.createdAt === document.updatedAt) counts.created += 1;
    else counts.changed += 1;
    done += 1;
    options.onProgress?.({ done });
  }
  return counts;
}
