import type { CountedRecords } from '@mneme/core/backend';
import { categoryOf } from '../index/heads.ts';
import type { Row } from '../rows/rows.ts';
import type { ScopeState } from '../scopes/scope-writer.ts';

/** By number of the kind: how many records there are, and how many of them were superseded. */
export type RecordCounts = Record<string, [all: number, superseded: number]>;

/** Columns that {@link addToCounts} and {@link countedAt} need. */
export const countedColumns = ['kind', 'superseded_by'] as const;

export function recordCounts({ counts }: Pick<ScopeState, 'counts'>): RecordCounts {
  return JSON.parse(counts) as RecordCounts;
}

/** `by`: 1 for a row that comes, -1 for one that goes. The engine's own records do not count. */
export function addToCounts(counts: RecordCounts, { kind, superseded_by }: Row, by: 1 | -1): void {
  if (kind === null) return;
  const [all, superseded] = counts[kind as number] ?? [0, 0];
  counts[kind as number] = [all + by, superseded + (superseded_by === null ? 0 : by)];
}

/** The counts at a time, at which these rows have expired. */
export function countedAt(
  counts: readonly RecordCounts[],
  expired: readonly Row[],
): CountedRecords[] {
  const counted = counts.flatMap((each) =>
    Object.entries(each).flatMap(([kind, [all, superseded]]): CountedRecords[] => {
      const category = categoryOf(Number(kind));
      return [
        { category, state: 'current', count: all - superseded },
        { category, state: 'superseded', count: superseded },
      ];
    }),
  );
  const moved = expired
    .filter(({ kind }) => kind !== null)
    .flatMap(({ kind, superseded_by }): CountedRecords[] => {
      const category = categoryOf(kind as number);
      const state = superseded_by === null ? 'current' : 'superseded';
      return [
        { category, state, count: -1 },
        { category, state: 'expired', count: 1 },
      ];
    });
  return [...counted, ...moved];
}
