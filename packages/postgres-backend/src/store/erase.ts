import type { AuditEntry, ErasureProof } from '@mneme/core/contract';
import type { Query } from '../connection.ts';
import { vacuum } from '../vacuum.ts';
import { addAudit } from './commit.ts';
import type { Store } from './store.ts';

export const tables = [
  'records',
  'facets',
  'vectors',
  'audit',
  'chunks',
  'versions',
  'documents',
  'stores',
] as const;

export async function erase(
  store: Store,
  scope: string,
  receipt: AuditEntry,
): Promise<{ records: number; proof: ErasureProof }> {
  const { connection } = store;
  const done = await connection.write({ everyScope: true }, async (query) => {
    // Waits for writers of the scope; later ones write into a new scope.
    const [row] = await query<{ records: number }>(
      'SELECT records FROM scopes WHERE scope = $1 FOR UPDATE',
      [scope],
    );
    const counts = await removeScope(query, scope);
    await query('DELETE FROM scopes WHERE scope = $1', [scope]);
    const checks = await Promise.all(
      tables.map(async (table) => {
        const [left] = await query<{ count: number }>(
          `SELECT count(*)::integer FROM ${table} WHERE scope = $1`,
          [scope],
        );
        return {
          what: `rows of ${table}`,
          how: 'counted in the same transaction',
          left: left?.count ?? 0,
        };
      }),
    );
    await addAudit(query, [receipt]);
    const records = row?.records ?? 0;
    return {
      records,
      proof: {
        counts: {
          records,
          stores: counts.stores,
          documents: counts.documents,
          versions: counts.versions,
          auditLines: counts.audit,
        },
        checks,
      },
    };
  });
  // Beside the calls, since the rows are gone already; `close` waits for it.
  void store.vacuums.run(() => vacuum(connection, tables));
  return done;
}

/** All rows of a scope except its own row. Returns how many there were in each table. */
async function removeScope(
  query: Query,
  scope: string,
): Promise<Record<(typeof tables)[number], number>> {
  const counts = await Promise.all(
    tables.map(async (table) => {
      const [row] = await query<{ count: number }>(
        `WITH gone AS (DELETE FROM ${table} WHERE scope = $1 RETURNING 1) SELECT count(*)::integer FROM gone`,
        [scope],
      );
      return [table, row?.count ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts) as Record<(typeof tables)[number], number>;
}
