import type { LookUpMatch, LookUpProbe, LookUpRequest, MemoryRecord } from '@mneme/core/contract';
import type { Connection } from './connection.ts';
import { vectorCondition } from './filter-sql.ts';
import { type RecordRow, recordColumns, toRecord } from './rows.ts';
import { findScope, type ScopeRow } from './scope-table.ts';
import { cosineFromDistance, nearestRows, rowsOf } from './search.ts';
import type { Steps } from './steps.ts';

export function lookUp(connection: Connection, request: LookUpRequest): Steps<LookUpMatch[]> {
  return connection.readInSteps(function* () {
    const scope = findScope(connection, request.scope);
    const matches: LookUpMatch[] = [];
    for (const probe of request.probes) {
      matches.push(
        scope === undefined ? { nearest: [] } : match(connection, request, scope, probe),
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
  const found: LookUpMatch = { nearest: [] };
  if (probe.contentKey !== undefined) {
    found.nearest = nearest(connection, request, scope, probe);
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

function nearest(
  connection: Connection,
  request: LookUpRequest,
  scope: ScopeRow,
  probe: LookUpProbe,
): LookUpMatch['nearest'] {
  const { vector, limit } = probe;
  if (vector === undefined || limit === 0 || vector.every((value) => value === 0)) return [];
  const condition = vectorCondition(
    { now: request.now, categories: [probe.category] },
    scope.number,
  );
  const distances = new Map(
    nearestRows(connection, condition, { vector, limit, embedder: request.embedder }).map(
      ({ rowid, distance }) => [rowid, distance],
    ),
  );
  return rowsOf(connection, scope, [...distances.keys()])
    .map((row) => ({
      record: toRecord(request.scope, row),
      similarity: cosineFromDistance(distances.get(row.row) ?? 2),
    }))
    .sort((a, b) => b.similarity - a.similarity);
}
