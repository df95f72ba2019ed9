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

/** `version`: the highest that the commit writes, as one instant may see a record change several times. */
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

/** Where the lines go that lie in a record, once it is written again or removed: one place, whoever moves them. */
export function movedLinesId(recordId: string, commit: string): string {
  return pointId('audit', recordId, commit);
}

/** The lines that lie in these records, as points of their own. */
export function movedLines(records: readonly Point[]): WrittenPoint[] {
  return records.flatMap((record) => {
    const payload = payloadOf(record);
    if (payload.auditScope === undefined) return [];
    const id = movedLinesId(String(record.id), payload.commit ?? '');
    const fields = auditFields.map((field) => [field, payload[field]]);
    return [{ id, vector: {}, payload: Object.fromEntries(fields) }];
  });
}

/** First which points hold the newest lines, then those. */
export async function audit(
  store: Store,
  { scope, limit }: { scope?: string; limit: number },
): Promise<AuditEntry[]> {
  const { points } = await store.request((client) =>
    client.scroll(store.collection, {
      // Only points with audit lines have the field that is ordered by.
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

/** The lines of a record that is just being written again stand in two places for a moment. */
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
