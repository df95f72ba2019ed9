import { type StoreBackend, storeBackend } from '@mneme/store';
import { parseBackendOptions, type QdrantBackendOptions } from './options.ts';
import { qdrantIndex } from './qdrant-index.ts';

/**
 * A memory whose data is in rows of SQLite or PostgreSQL, and which is searched by Qdrant: see {@link qdrantIndex}. Any
 * number of processes may use both at once. What Qdrant missed or lost is sent to it again at the next search; while it
 * is down, writes go on, and searches read the rows.
 * @example
 * const { rows } = sqliteBackend({ path: 'ada.db' });
 * const backend = qdrantBackend({ url: 'http://127.0.0.1:6333', collection: 'memories', rows });
 * const memory = await createMemory({ backend, embedder: staticEmbedder() });
 */
export function qdrantBackend(options: QdrantBackendOptions): StoreBackend {
  const { rows, whenDown, onProgress, ...index } = parseBackendOptions(options);
  return storeBackend(rows, { index: qdrantIndex(index), whenDown, onProgress });
}
