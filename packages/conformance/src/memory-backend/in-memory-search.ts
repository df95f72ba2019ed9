import {
  bestByWords,
  type Candidate,
  type Found,
  type LexicalStatistics,
  type LookUpMatch,
  type LookUpProbe,
  matchAmong,
  passesFilter,
  type RecordFilter,
  type SearchQuery,
  type SearchRequest,
  type SearchResponse,
  type TurnsAround,
} from '@mneme/core/contract';
import { bestTurns, type TurnPlace } from '@mneme/core/index';

import { cosine } from './builders.ts';
import type { Row } from './in-memory-store.ts';

/** Each query over all rows of one scope, and the turns around the hits. */
export function searchRows(
  rows: readonly Row[],
  { filter, queries, also = [], around }: SearchRequest,
): SearchResponse {
  const passingOf = (by: RecordFilter) => rows.filter(({ record }) => passesFilter(record, by));
  const passing = passingOf(filter);
  const statistics = queries.map(({ terms }) => statisticsOf(rows, terms));
  const candidates = new Map<Row, Candidate>();
  const foundAt = (row: Row, query: number): Found => {
    const candidate = candidates.get(row) ?? candidateOf(row, queries);
    candidates.set(row, candidate);
    return candidate.found[query] as Found;
  };
  for (const [index, query] of queries.entries())
    for (const [row, found] of armsOf(passing, query, statistics[index] as LexicalStatistics))
      Object.assign(foundAt(row, index), found);
  for (const more of also) {
    const query = { ...(queries[0] as SearchQuery), limit: more.limit };
    const found = armsOf(passingOf(more.filter), query, statistics[0] as LexicalStatistics);
    for (const [row, arms] of found) {
      const { dense, lexical } = candidates.get(row)?.found[0]?.arms ?? {};
      if (!dense && !lexical) Object.assign(foundAt(row, 0), arms);
    }
  }
  const found = { candidates: [...candidates.values()], statistics };
  if (around === undefined) return found;
  const turns = bestTurns(found, around);
  const beside = passing.filter(
    (row) => !candidates.has(row) && turns.some((turn) => isBeside(row, turn, around)),
  );
  return {
    candidates: [...found.candidates, ...beside.map((row) => candidateOf(row, queries))],
    statistics,
  };
}

/** What both arms find for one query, by row. */
function armsOf(
  rows: readonly Row[],
  { vector, terms, limit }: SearchQuery,
  statistics: LexicalStatistics,
): Map<Row, Omit<Found, 'termFrequencies'>> {
  const near = vector === undefined ? [] : nearestRows(rows, vector).slice(0, limit);
  const counted = rows.map((row) => ({
    row,
    length: row.terms.length,
    termFrequencies: countsOf(row, terms),
  }));
  const worded = bestByWords(counted, { statistics, limit });
  const found = new Map<Row, Omit<Found, 'termFrequencies'>>(
    worded.map(({ row }) => [row, { arms: { dense: false, lexical: true } }]),
  );
  for (const { row, similarity } of near)
    found.set(row, { arms: { dense: true, lexical: found.has(row) }, similarity });
  return found;
}

function isBeside(
  { record }: Row,
  { session, sequence }: TurnPlace,
  { before, after }: Pick<TurnsAround, 'before' | 'after'>,
): boolean {
  const { session: own, sequence: at = Number.NaN } = record.source;
  return own === session && at >= sequence - before && at <= sequence + after;
}

/** The row as a candidate that no arm has found yet. */
function candidateOf(row: Row, queries: readonly SearchQuery[]): Candidate {
  return {
    record: structuredClone(row.record),
    length: row.terms.length,
    found: queries.map(({ terms }) => ({
      arms: { dense: false, lexical: false },
      termFrequencies: countsOf(row, terms),
    })),
  };
}

function countsOf({ terms: words }: Row, terms: readonly string[]): number[] {
  return terms.map((term) => words.filter((word) => word === term).length);
}

/** Rows with a direction, nearest first. */
export function nearestRows(
  rows: readonly Row[],
  vector: Float32Array,
): { row: Row; similarity: number }[] {
  if (isZero(vector)) return [];
  return rows
    .filter((row) => row.vector !== undefined && !isZero(row.vector))
    .map((row) => ({ row, similarity: cosine(row.vector as Float32Array, vector) }))
    .sort((left, right) => right.similarity - left.similarity);
}

/** What one probe finds among the current rows of a scope. */
export function matchOf(current: readonly Row[], probe: LookUpProbe): LookUpMatch {
  const { vector } = probe;
  const similarityOf = (row: Row) => vector && nearestRows([row], vector)[0]?.similarity;
  return structuredClone(matchAmong(current, probe, similarityOf));
}

function statisticsOf(rows: readonly Row[], terms: readonly string[]): LexicalStatistics {
  const total = rows.reduce((sum, row) => sum + row.terms.length, 0);
  return {
    count: rows.length,
    averageLength: rows.length === 0 ? 0 : total / rows.length,
    documentFrequencies: terms.map((term) => rows.filter((row) => row.terms.includes(term)).length),
  };
}

function isZero(vector: Float32Array): boolean {
  return vector.every((component) => component === 0);
}
