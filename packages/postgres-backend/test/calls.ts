import type { PreparedContent } from '@mneme/core/backend';
import type { StoreBackend } from '@mneme/store';
import { auditLine, embedder, now, put, vector } from './records.ts';

const store = {
  id: 'memstore_1',
  scope: 'ada',
  name: 'Notes',
  description: '',
  metadata: {},
  version: 1,
  createdAt: now,
  updatedAt: now,
};
const text: PreparedContent = {
  text: 'drinks tea',
  chunks: [{ start: 0, end: 10, line: 1, terms: ['drink', 'tea'], vector }],
};
const place = { scope: 'ada', storeId: 'memstore_1' };

/** One call of each kind. `number`: the row that a write creates. */
export const calls: Record<string, (backend: StoreBackend, number: number) => Promise<unknown>> = {
  search: (backend) =>
    backend.search({
      scope: 'ada',
      filter: { now },
      queries: [{ vector, terms: ['tea'], limit: 5 }],
    }),
  lookUp: (backend) =>
    backend.lookUp({
      scope: 'ada',
      now,
      probes: [
        { category: 'factual_knowledge', contentKey: 'k', vector, terms: ['tea'], limit: 3 },
      ],
    }),
  commit: (backend, number) =>
    backend.commit({
      scope: 'ada',
      expect: [],
      puts: [put(2 * number), put(2 * number + 1)],
      removals: [],
      audit: [auditLine(`commit ${number}`)],
    }),
  get: (backend) => backend.get('ada', [put(0).record.id]),
  list: (backend) => backend.list({ scope: 'ada', filter: { now }, order: 'newest', limit: 5 }),
  sessions: (backend) => backend.sessions({ scope: 'ada', now, limit: 5 }),
  history: (backend) => backend.history('ada', put(0).record.id),
  scan: (backend) => backend.scan({ scope: 'ada', limit: 5 }),
  vectors: (backend) => backend.get('ada', [put(0).record.id], { vectors: true }),
  touch: (backend) => backend.touch('ada', [put(0).record.id], now),
  scopes: (backend) => backend.scopes(),
  stats: (backend) => backend.stats('ada', now),
  audit: (backend) => backend.audit({ limit: 5 }),
  pending: (backend) => backend.migration.pending({ next: embedder, limit: 5 }),
  listStores: (backend) =>
    backend.documents.listStores({ scope: 'ada', includeArchived: true, limit: 5 }),
  documentCommit: (backend, number) =>
    backend.documents.commit({
      ...place,
      expect: [],
      changes: [
        {
          operation: 'created',
          document: {
            id: `mem_${number}`,
            storeId: store.id,
            path: `/${number}.md`,
            contentSha256: '0',
            contentSizeBytes: 10,
            versionId: `memver_${number}`,
            createdAt: now,
            updatedAt: now,
          },
          content: text,
        },
      ],
      audit: [auditLine(`document ${number}`)],
    }),
  listDocuments: (backend) =>
    backend.documents.listDocuments({
      ...place,
      pathPrefix: '/',
      depth: 0,
      withContent: true,
      limit: 1000,
    }),
  documentSearch: (backend) =>
    backend.documents.search({
      ...place,
      pathPrefix: '/',
      query: { vector, terms: ['tea'], limit: 3 },
    }),
  listKeys: (backend) => backend.keys.listKeys(undefined),
};

/** Makes what the calls need. */
export async function prepare(backend: StoreBackend): Promise<void> {
  if ((await backend.documents.getStore('ada', store.id)) !== undefined) return;
  await backend.documents.putStore({ store, expect: { version: 0 }, audit: auditLine('store') });
  await calls.commit?.(backend, 0);
}
