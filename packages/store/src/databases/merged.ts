import { hash } from 'node:crypto';
import type {
  AuditCheck,
  AuditEntry,
  BackendGauges,
  BackendStats,
  StoreEstimate,
} from '@mneme/core/backend';

/** Lines of the audit of each database are numbered from 1; those of the first keep their numbers. */
const linesOfEach = 2 ** 40;

/** The number of a line among those of all databases. */
export const lineOf = (line: number, number: number) => number * linesOfEach + line;

export function lineIn(line: number): { line: number; number: number } {
  return { line: line % linesOfEach, number: Math.floor(line / linesOfEach) };
}

/** The newest lines of all, each list being sorted so. Stable, so at the same time an earlier list is first. */
export function mergeAudits(each: readonly (readonly AuditEntry[])[], limit: number): AuditEntry[] {
  const lines = each.flat();
  lines.sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1));
  return lines.slice(0, limit);
}

/** One check of all. */
export function mergeChecks(each: readonly AuditCheck[]): AuditCheck {
  const line = each.find((check) => check.line)?.line;
  const cuts = each.flatMap(({ cut }) => cut ?? []);
  const [first] = cuts;
  const sum = (count: (check: AuditCheck) => number) =>
    each.reduce((total, check) => total + count(check), 0);
  return {
    lines: sum(({ lines }) => lines),
    erased: sum(({ erased }) => erased),
    hash: hash('sha256', JSON.stringify(each.map((check) => check.hash)), 'base64url'),
    faults: each.flatMap(({ faults }) => faults),
    ...(first && { cut: { ...first, lines: sum(({ cut }) => cut?.lines ?? 0) } }),
    ...(line && { line }),
  };
}

/** Counts of all. The size is known only if each knows its own. */
export function mergeCounts<Counts extends StoreEstimate>(each: readonly Counts[]): StoreEstimate {
  const sum = (name: 'current' | 'superseded' | 'expired') =>
    each.reduce((total, counts) => total + counts[name], 0);
  const bytes = each.reduce<number | undefined>(
    (total, of) => (total === undefined || of.bytes === undefined ? undefined : total + of.bytes),
    0,
  );
  return {
    ...{ current: sum('current'), superseded: sum('superseded'), expired: sum('expired') },
    ...(bytes !== undefined && { bytes }),
  };
}

export function mergeStats(each: readonly BackendStats[]): BackendStats {
  const { embedder, nextEmbedder } = each.find((stats) => stats.nextEmbedder) ?? each[0] ?? {};
  const [pendingSince] = each.flatMap((stats) => stats.pendingSince ?? []).sort();
  return {
    ...mergeCounts(each),
    byKind: added(each.map(({ byKind }) => byKind)),
    byCategory: added(each.map(({ byCategory }) => byCategory)),
    ...(embedder && { embedder }),
    ...(nextEmbedder && { nextEmbedder }),
    ...(pendingSince !== undefined && { pendingSince }),
  };
}

export function mergeGauges(each: readonly BackendGauges[]): BackendGauges {
  const connections = each.flatMap((of) => of.connections ?? []);
  const indexes = each.flatMap((of) => of.indexes ?? []);
  return {
    ...(connections.length > 0 && { connections: added(connections) }),
    ...(indexes.length > 0 && { indexes: added(indexes) }),
  };
}

/** The sums of all numbers with one name. */
function added<Numbers extends object>(each: readonly Numbers[]): Numbers {
  const sums: Record<string, number> = {};
  for (const numbers of each)
    for (const [name, value] of Object.entries<number>(numbers as Record<string, number>))
      sums[name] = (sums[name] ?? 0) + value;
  return sums as Numbers;
}
