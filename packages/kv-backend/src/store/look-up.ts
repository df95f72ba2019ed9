import {
  type LookUpMatch,
  type LookUpProbe,
  type LookUpRequest,
  type MemoryRecord,
  newestOfTerm,
} from '@mneme/core/contract';
import type { Connection } from './connection.ts';
import { rowRange } from './row-numbers.ts';
import { type RecordRow, recordColumns, toRecord } from './rows.ts';
import { findScope, type ScopeRow } from './scope-table.ts';
import { cosineFromDistance, matchTerm, rowsOf } from './search.ts';
import { requireCurrent } from './space-tables.ts';
import type { Steps } from './steps.ts';

export function lookUp(connection: Connection, request: LookUpRequest): Steps<LookUpMatch[]> {
  return connection.readInSteps(function* () {
    const scope = findScope(connection, request.scope);
    const matches: LookUpMatch[] = [];
    for (const probe of request.probes) {
      matches.push(
        scope === undefined
          ? { nearest: [], sameMatter: [] }
          : match(connection, request, scope, probe),
      );
      yield;
    }
    return matches;
  });
}

function match(
  connection: Connection,
  request: LookUpRequest,
  scope: ScopeRow,
  probe: LookUpProbe,
): LookUpMatch {
  const found: LookUpMatch = { nearest: [], sameMatter: [] };
  if (probe.contentKey !== undefined && probe.category !== undefined) {
    found.nearest = nearest(connection, request, scope, probe);
    found.sameMatter = sameMatter(connection, request, scope, probe);
    const equal = current(connection, request, scope, 'content_key = ? AND r.category = ?', [
      probe.contentKey,
      probe.category,
    ]);
    if (equal !== undefined) found.equal = equal;
  }
  if (probe.externalId !== undefined) {
    const same = current(connection, request, scope, 'external_id = ?', [probe.externalId]);
    if (same !== undefined) found.sameExternalId = same;
  }
  return found;
}

function current(
  connection: Connection,
  request: LookUpRequest,
  scope: ScopeRow,
  condition: string,
  parameters: unknown[],
): MemoryRecord | undefined {
  const row = connection
    .statement<RecordRow>(
      `SELECT ${recordColumns} FROM records r
       WHERE r.scope = ? AND r.superseded_by IS NULL AND (r.expires_at IS NULL OR r.expires_at > ?) AND r.${condition}
       ORDER BY r.row LIMIT 1`,
    )
    .get(scope.number, request.now, ...parameters);
  return row === undefined ? undefined : toRecord(request.scope, row);
}

/** Of a term's newest rows so many are looked at for some of the category that are current. */
const rowsOfTerm = 128;
/** Rows whose vectors are compared: those that share most terms, newest first. */
const comparedRows = 24;

/** Those that share words with the probe, so that the work does not grow with the scope as a scan of its vectors would. */
function nearest(
  connection: Connection,
  request: LookUpRequest,
  scope: ScopeRow,
  probe: LookUpProbe,
): LookUpMatch['nearest'] {
  const { vector, limit, terms = [] } = probe;
  if (vector === undefined || limit === 0 || vector.every((value) => value === 0)) return [];
  const similarityOf = similarities(connection, request, vector);
  const shared = new Map<number, number>();
  for (const term of terms)
    for (const row of newestWith(connection, request, { scope, probe, term }))
      shared.set(row, (shared.get(row) ?? 0) + 1);
  const near = [...shared]
    .sort((a, b) => b[1] - a[1] || b[0] - a[0])
    .slice(0, comparedRows)
    .flatMap(([row]) => {
      const similarity = similarityOf(row);
      return similarity === undefined ? [] : [{ row, similarity }];
    })
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, limit);
  return inOrder(connection, request, { scope, found: near });
}

/** Current rows of the category that hold the term, newest first. */
function newestWith(
  connection: Connection,
  request: LookUpRequest,
  { scope, probe, term }: { scope: ScopeRow; probe: LookUpProbe; term: string },
): number[] {
  return connection
    .column<number>(
      `SELECT r.row FROM (
         SELECT rowid FROM record_terms WHERE record_terms MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?
       ) t CROSS JOIN records r ON r.row = t.rowid AND r.scope = ?
       WHERE r.superseded_by IS NULL AND (r.expires_at IS NULL OR r.expires_at > ?) AND r.category = ?
       LIMIT ?`,
    )
    .all(
      matchTerm(term),
      ...rowRange(scope.number),
      rowsOfTerm,
      scope.number,
      request.now,
      probe.category,
      newestOfTerm,
    );
}

function sameMatter(
  connection: Connection,
  request: LookUpRequest,
  scope: ScopeRow,
  { matter, category, vector, limit }: LookUpProbe,
): LookUpMatch['sameMatter'] {
  if (matter === undefined || limit === 0) return [];
  const rows = connection
    .column<number>(
      `SELECT r.row FROM records r
       WHERE r.scope = ? AND r.matter = ? AND r.superseded_by IS NULL AND r.category = ?
         AND (r.expires_at IS NULL OR r.expires_at > ?)
       ORDER BY r.row DESC LIMIT ?`,
    )
    .all(scope.number, matter, category, request.now, limit);
  const similarityOf =
    vector === undefined || vector.every((value) => value === 0)
      ? () => undefined
      : similarities(connection, request, vector);
  const found = rows.map((row) => ({ row, similarity: similarityOf(row) }));
  return inOrder(connection, request, { scope, found });
}

/** The cosine of a row to the vector, where the row has one. */
function similarities(
  connection: Connection,
  { embedder }: LookUpRequest,
  vector: Float32Array,
): (row: number) => number | undefined {
  const { table } = requireCurrent(connection, embedder);
  const distance = connection.column<number>(
    `SELECT vec_distance_L2(embedding, ?) FROM ${table} WHERE rowid = ?`,
  );
  return (row) => {
    const found = distance.get(vector, BigInt(row));
    return found === undefined ? undefined : cosineFromDistance(found);
  };
}

function inOrder<Similarity extends number | undefined>(
  connection: Connection,
  request: LookUpRequest,
  { scope, found }: { scope: ScopeRow; found: { row: number; similarity: Similarity }[] },
): { record: MemoryRecord; similarity: Similarity }[] {
  const rows = rowsOf(
    connection,
    scope,
    found.map(({ row }) => row),
  );
  const byNumber = new Map(rows.map((row) => [row.row, row]));
  return found.flatMap(({ row, similarity }) => {
    const stored = byNumber.get(row);
    return stored === undefined ? [] : [{ record: toRecord(request.scope, stored), similarity }];
  });
}
