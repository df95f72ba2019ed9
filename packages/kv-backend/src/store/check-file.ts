import type { StoreFault } from '@mneme/core/contract';
import type { CheckedPart } from './check-part.ts';
import type { Connection } from './connection.ts';
import { isNamed, runningErasures } from './erasures.ts';
import { isMemoryRow } from './rows.ts';
import { scopeNamed } from './scope-table.ts';

/** A running erasure looks the same as a killed one. */
export function checkErasures(connection: Connection, scope?: string): CheckedPart {
  const faults = runningErasures(connection)
    .filter((erasure) => scope === undefined || erasure.scope === scope)
    .map(
      (erasure): StoreFault => ({
        kind: 'orphan',
        problem: `the erasure of ${erasure.scope} has not ended: erase it again`,
        mend: 'store',
      }),
    );
  return { faults, checked: 1 };
}

/** Stored counts, each with the SQL that counts again. */
export const counts = [
  {
    table: 'scopes',
    column: 'record_count',
    is: `(SELECT count(*) FROM records r WHERE r.scope = t.number AND ${isMemoryRow})`,
  },
  {
    table: 'scopes',
    column: 'term_total',
    is: `(SELECT coalesce(sum(CASE r.terms WHEN '' THEN 0 ELSE length(r.terms) - length(replace(r.terms, ' ', '')) + 1 END), 0)
          FROM records r WHERE r.scope = t.number)`,
  },
  {
    table: 'document_stores',
    column: 'chunk_count',
    is: '(SELECT count(*) FROM document_chunks c JOIN documents d ON d.number = c.document WHERE d.store = t.number)',
  },
  {
    table: 'document_stores',
    column: 'term_total',
    is: '(SELECT coalesce(sum(c.length), 0) FROM document_chunks c JOIN documents d ON d.number = c.document WHERE d.store = t.number)',
  },
  {
    table: 'document_scopes',
    column: 'documents',
    is: '(SELECT count(*) FROM documents d JOIN document_stores s ON s.number = d.store WHERE s.scope = t.name)',
  },
  {
    table: 'document_scopes',
    column: 'bytes',
    is: '(SELECT coalesce(sum(v.size_bytes), 0) FROM document_versions v JOIN document_stores s ON s.number = v.store WHERE s.scope = t.name)',
  },
] as const;

const nameOf = { scopes: 'name', document_stores: 'scope', document_scopes: 'name' };

/** Whether the counts kept at each write match the rows. */
export function checkCounts(connection: Connection, scope?: string): CheckedPart {
  const faults: StoreFault[] = [];
  for (const { table, column, is } of counts) {
    const name = nameOf[table];
    const found = connection
      .column<string>(
        `SELECT t.${name} FROM ${table} t WHERE ${isNamed(`t.${name}`)} AND (? IS NULL OR t.${name} = ?) AND t.${column} <> ${is} LIMIT 50`,
      )
      .all(scope ?? null, scope ?? null);
    for (const of of found)
      faults.push({
        kind: 'counts',
        problem: `${column} does not match what is there`,
        ...scopeNamed(of),
        mend: 'store',
      });
  }
  return { faults, checked: counts.length };
}
