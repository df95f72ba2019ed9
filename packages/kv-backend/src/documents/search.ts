import {
  afterPrefix,
  type ChunkCandidate,
  type DocumentSearchRequest,
  type DocumentSearchResponse,
  type Found,
} from '@mneme/core/contract';
import { AskedQuery, passing } from '@mneme/core/index';
import type { Connection } from '../store/connection.ts';
import { damaged } from '../store/damaged.ts';
import { ScopeIndex } from '../store/scope-index.ts';
import { scopeOfNumber } from '../store/scope-table.ts';
import { requireCurrent } from '../store/space-tables.ts';
import { contentOf } from './read.ts';
import { type DocumentRow, type StoreRow, toSummary } from './rows.ts';
import { requireRow } from './store-table.ts';

export function searchDocuments(
  connection: Connection,
  request: DocumentSearchRequest,
): DocumentSearchResponse {
  return connection.read(() => {
    const store = requireRow(connection, request);
    const index = new ScopeIndex(connection, {
      ...scopeOfNumber(connection, store.partition),
      record_count: store.chunk_count,
      term_total: store.term_total,
    });
    const { query } = request;
    if (query.vector !== undefined) requireCurrent(connection, request.embedder);
    const asked = new AskedQuery(index, query);
    asked.look(passing(index, everything, within(connection, { store, index, request })), query);
    asked.compare(index.restAt);
    const places = asked.places();
    const found = asked.foundAt(places);
    const chunks = chunksAt(
      connection,
      store,
      places.map((place) => index.rowAt(place)),
    );
    const candidates = places.flatMap((place, at): ChunkCandidate[] => {
      const chunk = chunks.get(index.rowAt(place));
      if (chunk === undefined) throw damaged('the index of a store of documents');
      return [{ ...chunk, found: [found[at] as Found] }];
    });
    return { candidates, statistics: asked.statistics };
  });
}

/** Passages have nothing to filter by. */
const everything = { now: '' };

/** The rows below a path; all rows for the root. */
function within(
  connection: Connection,
  { store, index, request }: { store: StoreRow; index: ScopeIndex; request: DocumentSearchRequest },
): Int32Array[] {
  const { pathPrefix } = request;
  if (pathPrefix === '/') return [];
  const rows = connection
    .column<number>(
      `SELECT c.row FROM documents d JOIN document_chunks c ON c.document = d.number
       WHERE d.store = ? AND d.path >= ? AND d.path < ?`,
    )
    .all(store.number, pathPrefix, afterPrefix(pathPrefix));
  return [Int32Array.from(rows, (row) => index.placeOf(row))];
}

/** By row. */
function chunksAt(
  connection: Connection,
  store: StoreRow,
  rows: readonly number[],
): Map<number, Omit<ChunkCandidate, 'found'>> {
  const contents = new Map<number, string>();
  const found = connection
    .statement<
      DocumentRow & { row: number; start: number; end: number; line: number; length: number }
    >(
      `SELECT c.row, c.start, c.end, c.line, c.length, d.* FROM json_each(?) j
         CROSS JOIN document_chunks c ON c.row = j.value
         CROSS JOIN documents d ON d.number = c.document AND d.store = ?`,
    )
    .all(JSON.stringify(rows), store.number);
  return new Map(
    found.map((row) => {
      const content = contents.get(row.version) ?? contentOf(connection, store, row);
      contents.set(row.version, content);
      const chunk = {
        document: toSummary(row, store.id),
        text: content.slice(row.start, row.end),
        line: row.line,
        length: row.length,
      };
      return [row.row, chunk];
    }),
  );
}
