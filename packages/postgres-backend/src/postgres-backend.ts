import {
  type EmbedderIdentity,
  embedderMismatch,
  Lifecycle,
  type MemoryBackend,
} from '@mneme/core/contract';
import { compact } from './compact.ts';
import { Connection } from './connection.ts';
import { postgresDocuments } from './documents/postgres-documents.ts';
import { postgresKeys } from './keys.ts';
import { migrate } from './migrate.ts';
import { type PostgresBackendOptions, parseOptions } from './options.ts';
import { postgresRemains } from './remains.ts';
import { warnOfBypass } from './row-security.ts';
import { isFor, readSpaces, saveSpaces } from './spaces.ts';
import { checkStore, mendStore } from './store/check.ts';
import { commit } from './store/commit.ts';
import { cutAudit } from './store/cut-audit.ts';
import { erase, tables } from './store/erase.ts';
import { lookUp } from './store/look-up.ts';
import { embeddingMigration } from './store/migration.ts';
import {
  audit,
  estimate,
  get,
  history,
  list,
  scan,
  scopes,
  sessions,
  stats,
  touch,
} from './store/read.ts';
import { search } from './store/search.ts';
import { Store } from './store/store.ts';

export type { PostgresBackendOptions, PostgresPool } from './options.ts';

/** A memory in PostgreSQL, with documents and server keys. */
export type PostgresBackend = MemoryBackend &
  Required<
    Pick<MemoryBackend, 'documents' | 'keys' | 'migration' | 'history' | 'touch' | 'remains'>
  >;

/**
 * A memory in one schema of a PostgreSQL database: records, documents and keys, each call one transaction. Any number
 * of processes may use it at once.
 *
 * @example
 * const backend = postgresBackend({ connectionString: 'postgres://mneme@127.0.0.1/mneme' });
 * const memory = await createMemory({ backend, embedder: staticEmbedder() });
 */
export function postgresBackend(options: PostgresBackendOptions): PostgresBackend {
  const connection = new Connection(parseOptions(options));
  const life = new Lifecycle<Store>(connection.where);
  let store: Store | undefined;
  return {
    name: 'postgres',
    parallelCommits: 2,
    migration: embeddingMigration(life.run),
    documents: postgresDocuments(life),
    keys: postgresKeys(life),
    open: ({ embedder }) =>
      life.open(async () => {
        store = await openStore(connection, embedder);
        return store;
      }),
    ...life.calls({ search, sessions, lookUp, commit, get, list, history, scan, touch }),
    gauges: () => ({ connections: connection.counts, indexes: store?.indexes.counts }),
    ...life.calls({ scopes, stats, estimate, audit, erase, remains: async () => postgresRemains }),
    ...life.calls({ checkStore, mendStore, cutAudit }),
    compact: ({ freeShare }) => life.run(() => compact(connection.settings, { freeShare, tables })),
    close: () =>
      life.close(async () => {
        await store?.vacuums.end();
        await connection.close();
      }),
  };
}

async function openStore(
  connection: Connection,
  embedder: EmbedderIdentity | undefined,
): Promise<Store> {
  await migrate(connection);
  await warnOfBypass(connection);
  if (embedder !== undefined) await rememberEmbedder(connection, embedder);
  const [row] = await connection.read({ everyScope: true }, (query) =>
    query<{ value: string }>(`SELECT value FROM meta WHERE key = 'secret'`),
  );
  return new Store(connection, { embedder, secret: row?.value ?? '' });
}

async function rememberEmbedder(connection: Connection, embedder: EmbedderIdentity): Promise<void> {
  const isRemembered = ({ current }: Awaited<ReturnType<typeof readSpaces>>) => {
    if (current === undefined) return false;
    if (isFor(current, embedder)) return true;
    throw embedderMismatch(connection.where, { remembered: current.embedder, given: embedder });
  };
  if (isRemembered(await connection.read({ everyScope: true }, readSpaces))) return;
  await connection.change(async (query) => {
    const spaces = await readSpaces(query);
    if (isRemembered(spaces)) return;
    const number = spaces.last + 1;
    await saveSpaces(query, { ...spaces, last: number, current: { number, embedder } });
  });
}
