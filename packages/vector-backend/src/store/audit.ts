import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '@mneme/core';
import { audited } from './filter.ts';
import type { Point } from './points.ts';
import type { Store } from './store.ts';
import type { WrittenPoint } from './written-point.ts';

/**
 * The lines of one commit, scope and instant, newest first, in one point: a point each would double an import.
 * `auditScope` and not `scope`: no search of records meets it.
 */
interface AuditPayload {
  auditScope: string;
  at: string;
  lines: Omit<AuditEntry, 'scope' | 'at'>[];
  lineCount: number;
  /** By time, then by place in the commit: what the newest are read by. */
  auditOrder: number;
}

const ordersPerInstant = 1024;

export function auditPoints(entries: readonly AuditEntry[]): WrittenPoint[] {
  const groups = new Map<string, AuditPayload>();
  for (const { scope, at, ...line } of entries) {
    const key = JSON.stringify([scope, at]);
    const place = Math.min(groups.size, ordersPerInstant - 1);
    const group = groups.get(key) ?? {
      auditScope: scope,
      at,
      lines: [],
      lineCount: 0,
      auditOrder: Date.parse(at) * ordersPerInstant + place,
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

/** First which points hold the newest lines, then those. */
export async function audit(
  store: Store,
  { scope, limit }: { scope?: string; limit: number },
): Promise<AuditEntry[]> {
  const { points } = await store.request((client) =>
    client.scroll(store.collection, {
      // Only audit points have the field that is ordered by.
      filter: scope === undefined ? undefined : audited(scope),
      order_by: { key: 'auditOrder', direction: 'desc' },
      limit,
      with_payload: ['lineCount', 'auditOrder'],
    }),
  );
  const newestFirst = points.sort((a, b) => orderOf(b) - orderOf(a));
  const wanted: (string | number)[] = [];
  let lines = 0;
  for (const point of newestFirst) {
    if (lines >= limit) break;
    lines += (point.payload as unknown as AuditPayload).lineCount;
    wanted.push(point.id);
  }
  if (wanted.length === 0) return [];
  const found = await store.request((client) =>
    client.retrieve(store.collection, { ids: wanted, with_payload: true, with_vector: false }),
  );
  const byId = new Map(found.map((point) => [point.id, point]));
  return wanted
    .flatMap((id) => {
      const point = byId.get(id);
      return point === undefined ? [] : entriesOf(point);
    })
    .slice(0, limit);
}

function orderOf(point: Point): number {
  return (point.payload as unknown as AuditPayload).auditOrder;
}

function entriesOf(point: Point): AuditEntry[] {
  const { auditScope, at, lines } = point.payload as unknown as AuditPayload;
  return lines.map((line) => ({ ...line, scope: auditScope, at }));
}
