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

export async function dropCollection(server: QdrantServer, name: string): Promise<void> {
  await bareClient(server).deleteCollection(name);
}

/**
 * Removes every point. Waits until the count is 0, because the server counts removed points while it rearranges its
 * segments.
 */
export async function emptyCollection(server: QdrantServer, name: string): Promise<void> {
  const client = bareClient(server);
  if (!(await client.collectionExists(name)).exists) return;
  await client.delete(name, { wait: true, filter: {} });
  for (;;) {
    const [{ count }, { status }] = await Promise.all([
      client.count(name, { exact: true }),
      client.getCollection(name),
    ]);
    if (count === 0 && status === 'green') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
