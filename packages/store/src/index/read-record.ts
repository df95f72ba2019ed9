import type { AnyRecord } from '@mneme/core/contract';
import type { Row } from '../rows/rows.ts';

/** Columns that {@link readRecord} needs. */
export const recordColumns = ['number', 'body'] as const;

/** A record from its row, and from its row of `accesses` if it was read before. */
export function readRecord({ body }: Row, access?: Row): AnyRecord {
  const record = JSON.parse(body as string) as AnyRecord;
  record.accessCount = (access?.count as number | undefined) ?? record.accessCount ?? 0;
  if (access?.last_at != null) record.lastAccessedAt = access.last_at as string;
  return record;
}
