import type { AuditEntry } from '@mneme/core/contract';
import type { Rows } from '../rows/rows.ts';

/** The last lines first; at the same time the last written one. */
export async function auditLines(
  rows: Rows,
  { scope, limit }: { scope?: string; limit: number },
): Promise<AuditEntry[]> {
  const of = scope === undefined ? { index: 'by_time', is: [] } : { is: [scope] };
  const [lines = []] = await rows.read(scope, [
    { table: 'audit', ...of, reverse: true, limit, columns: ['entry'] },
  ]);
  return lines.map(({ entry }) => JSON.parse(entry as string) as AuditEntry);
}
