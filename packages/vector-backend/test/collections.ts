import { QdrantClient } from '@qdrant/js-client-rest';
import type { QdrantServer } from '../../../tools/qdrant-server.mjs';

let made = 0;

/** A name that no other test uses, even on a server shared by several runs. */
export function newCollectionName(): string {
  return `test-${process.pid}-${Date.now().toString(36)}-${made++}`;
}

export function bareClient({ url, apiKey }: QdrantServer): QdrantClient {
  return new QdrantClient({
    url,
    checkCompatibility: false,
    headers: {
      'accept-encoding': 'identity',
      ...(apiKey === undefined ? {} : { 'api-key': apiKey }),
    },
  });
}

/** Removes the collection behind an alias; the alias goes with it. */
export async function dropCollection(server: QdrantServer, name: string): Promise<void> {
  const client = bareClient(server);
  const { aliases } = await client.getAliases();
  for (const { alias_name, collection_name } of aliases) {
    if (alias_name === name) await client.deleteCollection(collection_name);
  }
}

/**
 * Removes every point, also the one that names the embedder: the next one who opens the store finds it new. While the
 * server rearranges its segments it counts points that are gone, so that is waited for.
 */
export async function emptyCollection(server: QdrantServer, name: string): Promise<void> {
  const client = bareClient(server);
  await client.delete(name, { wait: true, filter: {} });
  for (let attempt = 0; attempt < 200; attempt++) {
    const [{ count }, { status }] = await Promise.all([
      client.count(name, { exact: true }),
      client.getCollection(name),
    ]);
    if (count === 0 && status === 'green') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
