import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '@mneme/core/contract';
import { audited } from './filter.ts';
import { type AuditPayload, type Point, payloadOf } from './points.ts';
import type { Store } from './store.ts';
import { pointId } from './uuid.ts';
import type { WrittenPoint } from './written-point.ts';

export const auditFields = [
  'auditScope',
  'at',
  'lines',
  'lineCount',
  'auditOrder',
] as const satisfies readonly (keyof AuditPayload)[];

const ordersPerInstant = 1024;

/** `version`: the highest that the commit writes, because a record may change several times at the same time. */
export function auditPoints(entries: readonly AuditEntry[], version = 0): WrittenPoint[] {
  const groups = new Map<string, AuditPayload>();
  for (const { scope, at, ...line } of entries) {
    const key = JSON.stringify([scope, at]);
    const group = groups.get(key) ?? {
      auditScope: scope,
      at,
      lines: [],
      lineCount: 0,
      auditOrder: Date.parse(at) * ordersPerInstant + Math.min(version, ordersPerInstant - 1),
    };
    group.lines.push(line);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => ({
    id: randomUUID(),
    vector: {},
    payload: { ...group, lines: group.lines.reverse(), lineCount: group.lines.length },
  }));
}

/** The point for the audit lines in a record when it is rewritten or removed: always the same one. */
export function movedLinesId(recordId: string, commit: string): string {
  return pointId('audit', recordId, commit);
}

/** The audit lines in these records, as separate points. */
export function movedLines(records: readonly Point[]): WrittenPoint[] {
  return records.flatMap((record) => {
    const payload = payloadOf(record);
    if (payload.auditScope === undefined) return [];
    const id = movedLinesId(String(record.id), payload.commit ?? '');
    const fields = auditFields.map((field) => [field, payload[field]]);
    return [{ id, vector: {}, payload: Object.fromEntries(fields) }];
  });
}

/** First finds the points with the newest lines, then reads them. */
export async function audit(
  store: Store,
  { scope, limit }: { scope?: string; limit: number },
): Promise<AuditEntry[]> {
  const { points } = await store.request((client) =>
    client.scroll(store.collection, {
      // Only points with audit lines have the field of this order.
      filter: scope === undefined ? undefined : audited(scope),
      order_by: { key: 'auditOrder', direction: 'desc' },
      limit,
      with_payload: ['lineCount', 'auditOrder', 'commit'],
    }),
  );
  const found = new Set(points.map(({ id }) => id));
  const newestFirst = points
    .filter((point) => !isMoved(point, found))
    .sort((a, b) => orderOf(b) - orderOf(a));
  const wanted: (string | number)[] = [];
  let lines = 0;
  for (const point of newestFirst) {
    if (lines >= limit) break;
    lines += (point.payload as unknown as AuditPayload).lineCount;
    wanted.push(point.id);
  }
  if (wanted.length === 0) return [];
  const whole = await store.request((client) =>
    client.retrieve(store.collection, {
      ids: wanted,
      with_payload: [...auditFields],
      with_vector: false,
    }),
  );
  const byId = new Map(whole.map((point) => [point.id, point]));
  return wanted
    .flatMap((id) => {
      const point = byId.get(id);
      return point === undefined ? [] : entriesOf(point);
    })
    .slice(0, limit);
}

/** While a record is being rewritten, its lines are in two places for a moment. */
function isMoved(point: Point, found: ReadonlySet<string | number>): boolean {
  const { commit } = payloadOf(point);
  return commit !== undefined && found.has(movedLinesId(String(point.id), commit));
}

function orderOf(point: Point): number {
  return (point.payload as unknown as AuditPayload).auditOrder;
}

function entriesOf(point: Point): AuditEntry[] {
  const { auditScope, at, lines } = point.payload as unknown as AuditPayload;
  return lines.map((line) => ({ ...line, scope: auditScope, at }));
}
