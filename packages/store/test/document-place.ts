import type { BackendWithDocuments, EmbedderIdentity } from '@mneme/core/contract';
import { Lifecycle, sameEmbedder } from '@mneme/core/contract';
import { type DocumentGround, documentsOf } from '../src/documents/index.ts';
import { Indexes } from '../src/index/indexes.ts';
import type { Rows } from '../src/rows/rows.ts';
import { changeMeta } from '../src/scopes/meta.ts';
import { ScopeWriter } from '../src/scopes/scope-writer.ts';
import { tables } from '../src/tables.ts';

/** Documents alone over rows. */
export function documentPlace(rows: Rows): BackendWithDocuments {
  const life = new Lifecycle<DocumentGround>('the store');
  return {
    name: rows.name,
    documents: documentsOf(life),
    open: ({ embedder }: { embedder?: EmbedderIdentity }) =>
      life.open(async () => {
        await rows.open(tables);
        const { secret } = await changeMeta(rows, (meta) => {
          if (embedder === undefined) return meta;
          if (meta.current !== undefined && sameEmbedder(meta.current.embedder, embedder))
            return meta;
          return { ...meta, lastSpace: 1, current: { number: 1, embedder } };
        });
        return {
          ...{ rows, embedder, secret, indexes: new Indexes(rows), writer: new ScopeWriter(rows) },
          addRecords: async () => true,
        };
      }),
    async erase(scope) {
      const counted = ['stores', 'documents', 'versions'];
      for (;;) {
        const [[state] = [], ...rest] = await rows.read(scope, [
          { table: 'scopes', any: [[scope]] },
          ...counted.map((table) => ({ table, is: [scope], columns: ['scope'] })),
        ]);
        const all = ['scopes', 'stores', 'documents', 'versions', 'chunks', 'vectors'];
        const value = state?.revision as number | undefined;
        const isWritten = await rows.write(scope, {
          expect: [{ table: 'scopes', key: [scope], column: 'revision', value }],
          remove: Object.fromEntries(all.map((table) => [table, [[scope]]])),
        });
        if (!isWritten) continue;
        const counts = Object.fromEntries(
          counted.map((table, at) => [table, rest[at]?.length ?? 0]),
        );
        return { records: 0, proof: { counts, checks: [] } } as never;
      }
    },
    close: () => life.close(() => rows.close()),
  };
}
