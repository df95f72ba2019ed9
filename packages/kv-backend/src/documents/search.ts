import {
  afterPrefix,
  bm25,
  type ChunkCandidate,
  type DocumentSearchRequest,
  type DocumentSearchResponse,
  type LexicalStatistics,
  termCounter,
} from '@mneme/core/contract';
import type { Connection } from '../store/connection.ts';
import { findScope, type ScopeRow } from '../store/scope-table.ts';
import { cosineFromDistance, countTerms, nearestRows, rankByRarity } from '../store/search.ts';
import type { Steps } from '../store/steps.ts';
import { contentOf } from './read.ts';
import { type DocumentRow, documentColumns, type StoreRow, toSummary } from './rows.ts';
import { partitionName, requireRow } from './store-table.ts';

export function searchDocuments(
  connection: Connection,
  request: DocumentSearchRequest,
): Steps<DocumentSearchResponse> {
  return connection.readInSteps(() => searchNow(connection, request));
}

function* searchNow(
  connection: Connection,
  request: DocumentSearchRequest,
): Steps<DocumentSearchResponse> {
  const store = requireRow(connection, request);
  const terms = request.lexical?.terms ?? [];
  const scope = findScope(connection, partitionName(store.id));
  if (scope === undefined) {
    const documentFrequencies = terms.map(() => 0);
    return { candidates: [], statistics: { count: 0, averageLength: 0, documentFrequencies } };
  }
  const statistics: LexicalStatistics = {
    count: store.chunk_count,
    averageLength: store.chunk_count === 0 ? 0 : store.term_total / store.chunk_count,
    documentFrequencies: yield* countTerms(connection, scope, terms),
  };
  const similarities = denseArm(connection, { store, request });
  yield;
  const frequencies = yield* lexicalArm(connection, { store, scope, request, statistics });
  const rows = [...new Set([...similarities.keys(), ...frequencies.keys()])];
  const candidates = candidatesOf(connection, store, rows).map(({ row, ...candidate }) => {
    const similarity = similarities.get(row);
    const termFrequencies = frequencies.get(row);
    if (similarity !== undefined) candidate.similarity = similarity;
    if (termFrequencies !== undefined) candidate.termFrequencies = termFrequencies;
    return candidate;
  });
  return { candidates, statistics };
}

/** Cosine by row number. */
function denseArm(
  connection: Connection,
  { store, request }: { store: StoreRow; request: DocumentSearchRequest },
): Map<number, number> {
  const { dense, pathPrefix, embedder } = request;
  if (dense === undefined) return new Map();
  if (dense.vector.every((value) => value === 0)) return new Map();
  const within =
    pathPrefix === '/'
      ? { sql: 'scope = ?', parameters: [BigInt(store.partition)] }
      : {
          sql: `scope = ? AND rowid IN (SELECT c.row FROM documents d JOIN document_chunks c ON c.document = d.number
                WHERE d.store = ? AND d.path >= ? AND d.path < ?)`,
          parameters: [
            BigInt(store.partition),
            BigInt(store.number),
            pathPrefix,
            afterPrefix(pathPrefix),
          ],
        };
  const nearest = nearestRows(connection, within, { ...dense, embedder });
  return new Map(nearest.map(({ rowid, distance }) => [rowid, cosineFromDistance(distance)]));
}

/** As for records: rarest terms first, then BM25 over more chunks than asked for. */
function* lexicalArm(
  connection: Connection,
  options: {
    store: StoreRow;
    scope: ScopeRow;
    request: DocumentSearchRequest;
    statistics: LexicalStatistics;
  },
): Steps<Map<number, number[]>> {
  const { store, scope, request, statistics } = options;
  const { lexical, pathPrefix } = request;
  if (lexical === undefined || lexical.terms.length === 0) return new Map();
  const wanted = Math.max(lexical.limit * 4, 200);
  // A narrow prefix may drop most of what is found: then all of it is looked at.
  const reach = pathPrefix === '/' ? wanted : store.chunk_count;
  const rough = yield* rankByRarity(
    connection,
    scope,
    lexical.terms,
    statistics,
    Math.max(reach, 1),
  );
  const rows = connection
    .statement<{ row: number; length: number; terms: string }>(
      `SELECT c.row, c.length, f.terms FROM json_each(?) j
         CROSS JOIN document_chunks c ON c.row = j.value
         CROSS JOIN documents d ON d.number = c.document
         CROSS JOIN record_terms f ON f.rowid = c.row
       WHERE d.store = ? AND d.path >= ? AND d.path < ? LIMIT ?`,
    )
    .all(JSON.stringify(rough), store.number, pathPrefix, afterPrefix(pathPrefix), wanted);
  const count = termCounter(lexical.terms);
  const scored = rows.map(({ row, length, terms }) => {
    const termFrequencies = count(terms);
    return { row, termFrequencies, score: bm25({ termFrequencies, length }, statistics) };
  });
  scored.sort((a, b) => b.score - a.score || a.row - b.row);
  return new Map(
    scored.slice(0, lexical.limit).map(({ row, termFrequencies }) => [row, termFrequencies]),
  );
}

function candidatesOf(
  connection: Connection,
  store: StoreRow,
  rows: readonly number[],
): (ChunkCandidate & { row: number })[] {
  const contents = new Map<number, string>();
  return connection
    .statement<
      DocumentRow & { row: number; start: number; end: number; line: number; length: number }
    >(
      `SELECT c.row, c.start, c.end, c.line, c.length, ${documentColumns} FROM json_each(?) j
         CROSS JOIN document_chunks c ON c.row = j.value
         CROSS JOIN documents d ON d.number = c.document AND d.store = ?`,
    )
    .all(JSON.stringify(rows), store.number)
    .map((row) => {
      const content = contents.get(row.version) ?? contentOf(connection, store, row);
      contents.set(row.version, content);
      return {
        row: row.row,
        document: toSummary(row, store.id),
        text: content.slice(row.start, row.end),
        line: row.line,
        length: row.length,
      };
    });
}
