import {
  bm25,
  type Candidate,
  type LexicalStatistics,
  type LookUpMatch,
  type LookUpProbe,
  type SearchRequest,
  type SearchResponse,
} from '@mneme/core/contract';

import { cosine } from './builders.ts';
import { compare, type Row, withoutUndefined } from './in-memory-store.ts';
import { passesFilter } from './passes-filter.ts';

/** Both arms of a search over all rows of one scope. */
export function searchRows(
  rows: readonly Row[],
  { filter, dense, lexical }: SearchRequest,
): SearchResponse {
  const statistics = statisticsOf(rows, lexical?.terms ?? []);
  const passing = rows.filter((row) => passesFilter(row.record, filter));
  const candidates = new Map<Row, Candidate>();
  const candidate = (row: Row) => {
    const known = candidates.get(row);
    if (known !== undefined) return known;
    const added = candidateOf(row, lexical?.terms ?? []);
    candidates.set(row, added);
    return added;
  };
  if (dense !== undefined) {
    for (const { row, similarity } of nearestRows(passing, dense.vector).slice(0, dense.limit)) {
      const near = candidate(row);
      near.arms.dense = true;
      near.similarity = similarity;
    }
  }
  if (lexical !== undefined) {
    const matches = passing
      .filter((row) => lexical.terms.some((term) => row.terms.includes(term)))
      .map((row) => ({ row, score: bm25(candidateOf(row, lexical.terms), statistics) }))
      .sort((left, right) => right.score - left.score);
    for (const { row } of matches.slice(0, lexical.limit)) candidate(row).arms.lexical = true;
  }
  return { candidates: [...candidates.values()], statistics };
}

/** The row as a candidate that no arm has found yet. */
export function candidateOf({ record, terms: words }: Row, terms: readonly string[]): Candidate {
  return {
    record: structuredClone(record),
    arms: { dense: false, lexical: false },
    termFrequencies: terms.map((term) => words.filter((word) => word === term).length),
    length: words.length,
  };
}

/** Rows that have a direction, nearest first. */
export function nearestRows(
  rows: readonly Row[],
  vector: Float32Array,
): { row: Row; similarity: number }[] {
  if (isZero(vector)) return [];
  return rows
    .flatMap((row) =>
      row.vector === undefined || isZero(row.vector)
        ? []
        : [{ row, similarity: cosine(row.vector, vector) }],
    )
    .sort((left, right) => right.similarity - left.similarity);
}

/** What one probe finds among the current rows of a scope. */
export function matchOf(
  current: readonly Row[],
  { category, contentKey, vector, limit, externalId, matter }: LookUpProbe,
): LookUpMatch {
  const sameCategory = current.filter(
    ({ record }) => category !== undefined && record.category === category,
  );
  const equal =
    contentKey === undefined
      ? undefined
      : sameCategory.find((row) => row.contentKey === contentKey);
  const sameExternalId =
    externalId === undefined
      ? undefined
      : current.find(({ record }) => record.source.externalId === externalId);
  const near =
    contentKey === undefined || vector === undefined ? [] : nearestRows(sameCategory, vector);
  return withoutUndefined({
    equal: structuredClone(equal?.record),
    sameExternalId: structuredClone(sameExternalId?.record),
    nearest: near
      .slice(0, limit)
      .map(({ row, similarity }) => ({ record: structuredClone(row.record), similarity })),
    sameMatter: sameCategory
      .filter((row) => matter !== undefined && row.matter === matter)
      .sort((left, right) => compare(right.record.createdAt, left.record.createdAt))
      .slice(0, limit)
      .map((row) => {
        const [near] = vector === undefined ? [] : nearestRows([row], vector);
        return withoutUndefined({
          record: structuredClone(row.record),
          similarity: near?.similarity,
        });
      }),
  });
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
