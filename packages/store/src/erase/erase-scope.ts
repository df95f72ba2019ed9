import type { AuditEntry, ErasedScope } from '@mneme/core/contract';
import type { Cell, Rows } from '../rows/rows.ts';
import { scopeIn, scopeQuestion } from '../scopes/scope-writer.ts';
import { tables } from '../tables.ts';

const counted = ['stores', 'documents', 'versions', 'audit'] as const;

/** Removes a whole scope in one write, again if another writer was faster. */
export async function eraseScope(
  rows: Rows,
  scope: string,
  receipt: AuditEntry,
): Promise<ErasedScope> {
  for (;;) {
    const [state, last = [], ...found] = await rows.read(undefined, [
      scopeQuestion(scope),
      { table: 'audit', is: [receipt.scope, receipt.at], reverse: true, limit: 1 },
      ...counted.map((table) => ({ table, is: [scope], columns: ['scope'] })),
    ]);
    const { revision, records } = scopeIn(state);
    const number = Number(last[0]?.number ?? 0) + 1;
    const line = { scope: receipt.scope, at: receipt.at, number, entry: JSON.stringify(receipt) };
    const ofScope = Object.entries(tables).filter(([, { key }]) => key[0] === 'scope');
    const written = await rows.write(undefined, {
      expect: [
        {
          ...{ table: 'scopes', key: [scope], column: 'revision' },
          value: revision === 0 ? undefined : revision,
        },
        {
          ...{ table: 'audit', key: [line.scope, line.at, line.number] as Cell[] },
          ...{ column: 'number', value: undefined },
        },
      ],
      remove: Object.fromEntries(ofScope.map(([table]) => [table, [[scope]]])),
      put: { audit: [line] },
    });
    if (!written) continue;
    const [stores, documents, versions, auditLines] = found.map(({ length }) => length);
    const counts = { records, stores, documents, versions, auditLines };
    return {
      records,
      proof: { counts: counts as Record<keyof typeof counts, number>, checks: [] },
    };
  }
}
