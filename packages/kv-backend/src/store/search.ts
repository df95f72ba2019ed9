import {
  bm25,
  type Candidate,
  type EmbedderIdentity,
  inverseDocumentFrequency,
  type LexicalStatistics,
  type NeighboursRequest,
  type SearchRequest,
  type SearchResponse,
  termCounter,
} from '@mneme/core/contract';
import type { Connection } from './connection.ts';
import { type Condition, isNarrow, recordCondition, vectorCondition } from './filter-sql.ts';
import { rowRange } from './row-numbers.ts';
import { type RecordRow, recordColumns, toRecord } from './rows.ts';
import { findScope, type ScopeRow } from './scope-table.ts';
import { requireCurrent } from './space-tables.ts';
import type { Steps } from './steps.ts';
import { frequenciesOf } from './term-counts.ts';

export function search(connection: Connection, request: SearchRequest): Steps<SearchResponse> {
  return connection.readInSteps(() => searchNow(connection, request));
}

function* searchNow(connection: Connection, request: SearchRequest): Steps<SearchResponse> {
  const terms = request.lexical?.terms ?? [];
  const scope = findScope(connection, request.scope);
  if (scope === undefined) {
    return {
      candidates: [],
      statistics: { count: 0, averageLength: 0, documentFrequencies: terms.map(() => 0) },
    };
  }
  const similarities = denseArm(connection, scope, request);
  yield;
  const statistics: LexicalStatistics = {
    count: scope.record_count,
    averageLength: scope.record_count === 0 ? 0 : scope.term_total / scope.record_count,
    documentFrequencies: yield* countTerms(connection, scope, terms),
  };
  const frequencies = yield* lexicalArm(connection, scope, request, statistics);
  const nearOnly = [...similarities.keys()].filter((row) => !frequencies.has(row));
  const otherFrequencies = frequenciesOf(connection, nearOnly, terms);
  const rows = rowsOf(connection, scope, [
    ...new Set([...similarities.keys(), ...frequencies.keys()]),
  ]);
  const candidates = rows.map((row): Candidate => {
    const similarity = similarities.get(row.row);
    const ranked = frequencies.get(row.row);
    const candidate: Candidate = {
      record: toRecord(request.scope, row),
      arms: { dense: similarity !== undefined, lexical: ranked !== undefined },
      termFrequencies: ranked ?? otherFrequencies.get(row.row) ?? [],
      length: row.length,
    };
    if (similarity !== undefined) candidate.similarity = similarity;
    return candidate;
  });
  return { candidates, statistics };
}

/** Cosine by row number. */
function denseArm(
  connection: Connection,
  scope: ScopeRow,
  { dense, filter, embedder }: SearchRequest,
): Map<number, number> {
  const found = new Map<number, number>();
  if (dense === undefined || dense.vector.every((value) => value === 0)) return found;
  const condition = vectorCondition(filter, scope.number);
  for (const { rowid, distance } of nearestRows(connection, condition, { ...dense, embedder })) {
    found.set(rowid, cosineFromDistance(distance));
  }
  return found;
}

export function nearestRows(
  connection: Connection,
  condition: Condition,
  {
    vector,
    limit,
    embedder,
  }: { vector: Float32Array; limit: number; embedder: EmbedderIdentity | undefined },
): { rowid: number; distance: number }[] {
  const { table } = requireCurrent(connection, embedder);
  return connection
    .statement<{ rowid: number; distance: number }>(
      `SELECT rowid, distance FROM ${table} WHERE embedding MATCH ? AND k = ? AND ${condition.sql}`,
    )
    .all(vector, BigInt(limit), ...condition.parameters);
}

/** Both vectors have length 1, so |a - b|^2 = 2 - 2 cos. */
export function cosineFromDistance(distance: number): number {
  return 1 - (distance * distance) / 2;
}

/**
 * Term frequencies by row number, of the best records by BM25 over the scope's own statistics. FTS5's own bm25()
 * counts the rows of every tenant, so posting lists are read a term and ranked here, in two steps: by the summed
 * rarity of the terms that a record holds, then exactly, over four times as many records as asked for.
 */
function* lexicalArm(
  connection: Connection,
  scope: ScopeRow,
  { lexical, filter }: SearchRequest,
  statistics: LexicalStatistics,
): Steps<Map<number, number[]>> {
  if (lexical === undefined || lexical.terms.length === 0) return new Map();
  const wanted = Math.max(lexical.limit * 4, 200);
  // Of what a narrow filter passes, all may be behind the first `wanted`.
  const inOrder = isNarrow(filter) ? Number.POSITIVE_INFINITY : wanted;
  const roughOrder = yield* rankByRarity(connection, scope, lexical.terms, statistics, inOrder);
  const passing = yield* firstPassing(connection, scope, roughOrder, {
    condition: recordCondition(filter),
    wanted,
  });
  const count = termCounter(lexical.terms);
  const scored = passing.map((row) => {
    const termFrequencies = count(row.terms);
    return {
      row: row.row,
      termFrequencies,
      score: bm25({ termFrequencies, length: row.length }, statistics),
    };
  });
  scored.sort((a, b) => b.score - a.score || a.row - b.row);
  return new Map(
    scored.slice(0, lexical.limit).map(({ row, termFrequencies }) => [row, termFrequencies]),
  );
}

/**
 * Row numbers of the scope that hold any of the terms, those with the rarest terms first. Rare terms are read first;
 * once `wanted` records score more than all remaining terms together could give, the long lists of the common terms
 * bring no new record into the first `wanted`, and only records already found are looked up in them.
 */
export function* rankByRarity(
  connection: Connection,
  scope: ScopeRow,
  terms: readonly string[],
  statistics: LexicalStatistics,
  wanted: number,
): Steps<number[]> {
  const weighted = terms
    .map((term, index) => ({ term, frequency: statistics.documentFrequencies[index] ?? 0 }))
    .filter(({ frequency }) => frequency > 0)
    .map((entry) => ({
      ...entry,
      rarity: inverseDocumentFrequency(entry.frequency, statistics.count),
    }))
    .sort((a, b) => b.rarity - a.rarity);
  let remaining = weighted.reduce((sum, { rarity }) => sum + rarity, 0);
  const scores = new Map<number, number>();
  let best = 0;
  let closed = false;
  for (const { term, rarity } of weighted) {
    // Sorting all scores is worth it only where one of them is high enough.
    if (!closed && best > remaining && scores.size >= wanted)
      closed = nthLargest(scores, wanted) > remaining;
    for (const row of rowsWithTerm(connection, scope, term)) {
      const known = scores.get(row);
      if (known === undefined && closed) continue;
      const score = (known ?? 0) + rarity;
      scores.set(row, score);
      if (score > best) best = score;
    }
    remaining -= rarity;
    yield;
  }
  return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([row]) => row);
}

function nthLargest(scores: Map<number, number>, n: number): number {
  const sorted = Float64Array.from(scores.values()).sort();
  return sorted[sorted.length - n] ?? 0;
}

/** How many rows of the scope hold each term. */
export function* countTerms(
  connection: Connection,
  scope: ScopeRow,
  terms: readonly string[],
): Steps<number[]> {
  const counts: number[] = [];
  for (const term of terms) {
    counts.push(countTerm(connection, scope, term));
    yield;
  }
  return counts;
}

function countTerm(connection: Connection, scope: ScopeRow, term: string): number {
  return (
    connection
      .column<number>(
        'SELECT count(*) FROM record_terms WHERE record_terms MATCH ? AND rowid BETWEEN ? AND ?',
      )
      .get(matchTerm(term), ...rowRange(scope.number)) ?? 0
  );
}

function rowsWithTerm(connection: Connection, scope: ScopeRow, term: string): number[] {
  return connection
    .column<number>(
      'SELECT rowid FROM record_terms WHERE record_terms MATCH ? AND rowid BETWEEN ? AND ?',
    )
    .all(matchTerm(term), ...rowRange(scope.number));
}

export function matchTerm(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** Rows that one statement filters. */
const mostInOneStep = 4000;

/** The first `wanted` of the given rows that pass the filter, with their terms. Reads in growing chunks. */
function* firstPassing(
  connection: Connection,
  scope: ScopeRow,
  rows: readonly number[],
  { condition, wanted }: { condition: Condition; wanted: number },
): Steps<{ row: number; length: number; terms: string }[]> {
  const statement = connection.statement<{ row: number; length: number; terms: string }>(
    `SELECT r.row, r.length, f.terms FROM json_each(?) j
       CROSS JOIN records r ON r.row = j.value AND r.scope = ?
       CROSS JOIN record_terms f ON f.rowid = r.row
     WHERE ${condition.sql}`,
  );
  const passing: { row: number; length: number; terms: string }[] = [];
  let size = wanted / 2;
  for (let start = 0; start < rows.length && passing.length < wanted; start += size) {
    size = Math.min(size * 2, mostInOneStep);
    const chunk = JSON.stringify(rows.slice(start, start + size));
    passing.push(...statement.all(chunk, scope.number, ...condition.parameters));
    yield;
  }
  return passing;
}

/** Of these rows those that are the scope's. */
export function rowsOf(
  connection: Connection,
  scope: ScopeRow,
  rows: readonly number[],
): RecordRow[] {
  return connection
    .statement<RecordRow>(
      `SELECT ${recordColumns} FROM json_each(?) j CROSS JOIN records r ON r.row = j.value AND r.scope = ?`,
    )
    .all(JSON.stringify(rows), scope.number);
}

export function neighbours(connection: Connection, request: NeighboursRequest): Candidate[] {
  return connection.read(() => {
    const scope = findScope(connection, request.scope);
    if (scope === undefined || request.turns.length === 0) return [];
    const condition = recordCondition(request.filter);
    const found = connection
      .column<number>(
        `SELECT r.row FROM json_each(?) j
           CROSS JOIN records r ON r.scope = ? AND r.session = j.value ->> 'session'
             AND r.sequence BETWEEN (j.value ->> 'sequence') - ? AND (j.value ->> 'sequence') + ?
         WHERE ${condition.sql}`,
      )
      .all(
        JSON.stringify(request.turns),
        scope.number,
        request.before,
        request.after,
        ...condition.parameters,
      );
    const rows = rowsOf(connection, scope, [...new Set(found)]);
    const frequencies = frequenciesOf(
      connection,
      rows.map(({ row }) => row),
      request.terms ?? [],
    );
    return rows.map((row) => ({
      record: toRecord(request.scope, row),
      arms: { dense: false, lexical: false },
      termFrequencies: frequencies.get(row.row) ?? [],
      length: row.length,
    }));
  });
}
