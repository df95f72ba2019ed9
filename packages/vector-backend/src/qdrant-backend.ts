import { Lifecycle, type MemoryBackend } from '@mneme/core/contract';
import { Connection } from './connection.ts';
import { parseOptions, type QdrantBackendOptions } from './options.ts';
import { audit } from './store/audit.ts';
import { checkStore } from './store/check.ts';
import { openCollection } from './store/collection.ts';
import { commit } from './store/commit.ts';
import { erase, qdrantRemains, touch } from './store/erase.ts';
import { list } from './store/list.ts';
import { lookUp } from './store/look-up.ts';
import { migration } from './store/migration.ts';
import { get, history, scan, scopes, stats } from './store/read.ts';
import { search } from './store/search.ts';
import { sessions } from './store/sessions.ts';
import { settleAll } from './store/settle.ts';
import { Store } from './store/store.ts';

export type { QdrantBackendOptions } from './options.ts';

/**
 * A memory in one Qdrant collection: a point for each record with a dense and a sparse vector, one HNSW graph for each
 * scope, every filter inside the search. Any number of processes may use one collection at once.
 * @example
 * const backend = qdrantBackend({ url: 'http://127.0.0.1:6333', collection: 'memories' });
 * const memory = await createMemory({ backend, embedder: staticEmbedder() });
 */
export function qdrantBackend(options: QdrantBackendOptions): MemoryBackend {
  const connection = new Connection(parseOptions(options));
  const life = new Lifecycle<Store>(connection.where);
  return {
    name: 'qdrant',
    parallelCommits: 2,
    // After its last look at the embedder a commit makes at most two more requests.
    migration: { lateWritesMs: 2 * connection.settings.timeoutMs, ...life.calls(migration) },
    open: ({ embedder }) =>
      life.open(
        async () => new Store(connection, await openCollection(connection, embedder), embedder),
      ),
    ...life.calls({ search, sessions, lookUp, commit, get, list, history, scan, touch }),
    ...life.calls({ scopes, stats, audit, erase, checkStore, mendStore: settleAll }),
    ...life.calls({ remains: async () => qdrantRemains }),
    close: () => life.close(),
  };
}
