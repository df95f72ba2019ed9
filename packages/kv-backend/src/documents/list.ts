import {
  afterPrefix,
  comparePaths,
  cursorCodec,
  type DocumentListItem,
  type ListDocumentsRequest,
  rollUp,
} from '@mneme/core/contract';
import type { Connection } from '../store/connection.ts';
import { contentOf } from './read.ts';
import { type DocumentRow, type StoreRow, toSummary } from './rows.ts';
import { requireRow } from './store-table.ts';

const cursors = cursorCodec('documents', ['string']);

/**
 * Walks the index of paths. A rolled-up prefix costs one look-up, however many documents are below it, because the walk
 * skips them.
 */
export function listDocuments(
  connection: Connection,
  request: ListDocumentsRequest,
): { items: DocumentListItem[]; nextCursor?: string } {
  return connection.read(() => {
    const store = requireRow(connection, request);
    const items: DocumentListItem[] = [];
    let from = start(request);
    while (items.length <= request.limit) {
      const wanted = request.limit + 1 - items.length;
      const rows = rowsFrom(connection, { store, request, from, wanted });
      if (rows.length === 0) return { items };
      from = addItems(connection, { store, request, rows, items });
    }
    items.pop();
    return { items, nextCursor: cursors.encode([pathOf(items.at(-1)!)], ownerOf(request)) };
  });
}

function ownerOf({ scope, storeId }: ListDocumentsRequest): [string, string] {
  return [scope, storeId];
}

/** The least path that may come next. After a document it is its path and a NUL, which no path contains. */
function start(request: ListDocumentsRequest): string {
  const { pathPrefix, cursor } = request;
  const [after] = cursors.decode(cursor, ownerOf(request)) ?? [];
  if (after === undefined || comparePaths(after, pathPrefix) < 0) return pathPrefix;
  return behind(after);
}

function behind(path: string): string {
  return path.endsWith('/') ? afterPrefix(path) : `${path}\0`;
}

function rowsFrom(
  connection: Connection,
  options: { store: StoreRow; request: ListDocumentsRequest; from: string; wanted: number },
): DocumentRow[] {
  const { store, request, from, wanted } = options;
  const limit = request.depth === 0 ? wanted : Math.min(wanted, 32);
  return connection
    .statement<DocumentRow>(
      `SELECT d.* FROM documents d
       WHERE d.store = ? AND d.path >= ? AND d.path < ? ORDER BY d.path LIMIT ?`,
    )
    .all(store.number, from, afterPrefix(request.pathPrefix), limit);
}

/** Uses rows up to the first that is rolled up, and returns where to read on. */
function addItems(
  connection: Connection,
  options: {
    store: StoreRow;
    request: ListDocumentsRequest;
    rows: DocumentRow[];
    items: DocumentListItem[];
  },
): string {
  const { store, request, rows, items } = options;
  let last = '';
  for (const row of rows) {
    last = rollUp(row.path, request);
    if (last !== row.path) {
      items.push({ type: 'prefix', prefix: { path: last } });
      break;
    }
    const content = request.withContent ? { content: contentOf(connection, store, row) } : {};
    items.push({ type: 'document', document: { ...toSummary(row, store.id), ...content } });
  }
  return behind(last);
}

function pathOf(item: DocumentListItem): string {
  return item.type === 'document' ? item.document.path : item.prefix.path;
}
