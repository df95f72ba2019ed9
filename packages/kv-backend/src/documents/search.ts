import {
  afterPrefix,
  type ChunkCandidate,
  type DocumentSearchRequest,
  type DocumentSearchResponse,
} from '@mneme/core/contract';
import { bestByWords, countsAt, passing } from '@mneme/core/index';
import type { Connection } from '../store/connection.ts';
import { damaged } from '../store/damaged.ts';
import { ScopeIndex } from '../store/scope-index.ts';
import { scopeOfNumber } from '../store/scope-table.ts';
import { nearestAt, statisticsOf } from '../store/search.ts';
import { requireCurrent } from '../store/space-tables.ts';
import { contentOf } from './read.ts';
import { type DocumentRow, documentColumns, type StoreRow, toSummary } from './rows.ts';
import { requireRow } from './store-table.ts';

export function searchDocuments(
  connection: Connection,
  request: DocumentSearchRequest,
): DocumentSearchResponse {
  return connection.read(() => {
    const store = requireRow(connection, request);
    const index = new ScopeIndex(connection, scopeOfNumber(connection, store.partition));
    const passes = passing(
      index.snapshot,
      everything,
      within(connection, { store, index, request }),
    );
    const { vector, limit = 0 } = request.dense ?? {};
    if (vector !== undefined) requireCurrent(connection, request.embedder);
    const near = nearestAt(index, { vector, passes, limit });
    const words = index.rowsOf(request.lexical?.terms ?? []);
    const statistics = statisticsOf(
      { record_count: store.chunk_count, term_total: store.term_total },
      words,
    );
    const worded = bestByWords(index.snapshot, {
      terms: words,
      statistics,
      passes,
      limit: request.lexical?.limit ?? 0,
    });
    const similarities = new Map(near.map(({ place, score }) => [place, score]));
    const isWorded = new Set(worded.map(({ place }) => place));
    const places = [...new Set([...similarities.keys(), ...isWorded])];
    const counts = countsAt(words, places);
    const chunks = chunksAt(
      connection,
      store,
      places.map((place) => index.rowAt(place)),
    );
    const candidates = places.flatMap((place, at): ChunkCandidate[] => {
      const chunk = chunks.get(index.rowAt(place));
      if (chunk === undefined) throw damaged('the index of a store of documents');
      const similarity = similarities.get(place);
      if (similarity !== undefined) chunk.similarity = similarity;
      if (isWorded.has(place)) chunk.termFrequencies = counts[at];
      return [chunk];
    });
    return { candidates, statistics };
  });
}

/** Passages have nothing that a filter could ask for. */
const everything = { now: '' };

/** The rows below a path; all where it is the root. */
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
): Map<number, ChunkCandidate> {
  const contents = new Map<number, string>();
  const found = connection
    .statement<
      DocumentRow & { row: number; start: number; end: number; line: number; length: number }
    >(
      `SELECT c.row, c.start, c.end, c.line, c.length, ${documentColumns} FROM json_each(?) j
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
