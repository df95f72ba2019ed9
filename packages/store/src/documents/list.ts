import {
  afterPrefix,
  comparePaths,
  cursorCodec,
  type DocumentListItem,
  type ListDocumentsRequest,
  pageOf,
  rollUp,
} from '@mneme/core/backend';
import type { Cell, Row } from '../rows/rows.ts';
import { withContents } from './contents.ts';
import { requireStore, storeQuestion, toSummary } from './document-rows.ts';
import type { DocumentGround } from './ground.ts';

const cursors = cursorCodec('documents', ['string']);
/** Documents that the first look into folders reads. */
const firstInFolders = 32;

export async function listDocuments(
  { rows }: DocumentGround,
  request: ListDocumentsRequest,
): Promise<{ items: DocumentListItem[]; nextCursor?: string }> {
  const { withContent, limit } = request;
  const read = async () => {
    const found = await itemsOf(rows, request);
    const owner = [request.scope, request.storeId];
    const { page, ...next } = pageOf(found, limit, ({ path }) => cursors.encode([path], owner));
    return { page, next, documents: rowsOf(page) };
  };
  const { page, next, contents } = withContent
    ? await withContents(rows, request, read)
    : { ...(await read()), contents: undefined };
  const items = page.map(({ path, row }): DocumentListItem => {
    if (row === undefined) return { type: 'prefix', prefix: { path } };
    const content = contents?.get(row.id as string);
    const document = { ...toSummary(row), ...(content !== undefined && { content }) };
    return { type: 'document', document };
  });
  return { items, ...next };
}

function rowsOf(items: readonly Item[]): Row[] {
  return items.flatMap(({ row }) => (row === undefined ? [] : [row]));
}

interface Item {
  path: string;
  /** Absent: a prefix. */
  row?: Row;
}

/**
 * One more than the limit. Walks the index of paths: documents below a prefix that was found are skipped, however many they
 * are. Those that are read below one are read for nothing, so while there are many, a look reads few.
 */
async function itemsOf(
  rows: DocumentGround['rows'],
  request: ListDocumentsRequest,
): Promise<Item[]> {
  const { scope, storeId, pathPrefix, depth, limit } = request;
  const items: Item[] = [];
  let after = start(request);
  let size = depth === 0 ? limit + 1 : Math.min(limit + 1, firstInFolders);
  for (let isFirst = true; ; isFirst = false) {
    const before = items.length;
    const [page = [], stored] = await rows.read(scope, [
      {
        ...{ table: 'documents', index: 'by_path', is: [scope, storeId] },
        ...{ after, before: [afterPrefix(pathPrefix)], limit: size },
      },
      ...(isFirst ? [storeQuestion(request)] : []),
    ]);
    if (isFirst) requireStore(stored, request);
    for (const row of page) {
      const path = rollUp(row.path as string, request);
      if (path !== row.path && path === items.at(-1)?.path) continue;
      items.push(path === row.path ? { path, row } : { path });
    }
    const last = items.at(-1);
    if (items.length > limit || page.length < size || last === undefined) return items;
    after = behind(last.path);
    size = Math.min(2 * (items.length - before), limit + 1);
  }
}

/** Where the page starts, in the index of paths and ids. */
function start(request: ListDocumentsRequest): Cell[] {
  const { scope, storeId, pathPrefix, cursor } = request;
  const [after] = cursors.decode(cursor, [scope, storeId]) ?? [];
  if (after === undefined || comparePaths(after, pathPrefix) < 0) return from(pathPrefix);
  return behind(after);
}

/** Behind a document, or behind all documents below a prefix. */
function behind(path: string): Cell[] {
  return path.endsWith('/') ? from(afterPrefix(path)) : [path];
}

/** At that path or behind it: no id is empty. */
function from(path: string): Cell[] {
  return [path, ''];
}
