import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dropCollection,
  newCollectionName,
} from '../../packages/vector-backend/test/collections.js';
import {
  anyQdrant,
  type QdrantServer,
  whyNoQdrant,
} from '../../packages/vector-backend/test/qdrant-server.js';
import { Workplace } from './mneme.js';

const reason = whyNoQdrant();

describe.skipIf(reason)(`mneme on Qdrant${reason ? ` [skipped: ${reason}]` : ''}`, () => {
  const workplace = new Workplace();
  const collection = newCollectionName();
  let server: QdrantServer;
  let address: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    server = await anyQdrant();
    address = `qdrant:${server.url}/${collection}`;
    env = server.apiKey === undefined ? {} : { QDRANT_API_KEY: server.apiKey };
  });
  afterAll(async () => {
    await dropCollection(server, collection);
    await server.stop();
    workplace.remove();
  });

  it('stores and retrieves where --backend says', async () => {
    const stored = await workplace.json<{ id: string }>(
      ['store', 'Prefers window seats', '--backend', address],
      { env },
    );
    const { memories } = await workplace.json<{ memories: { id: string }[] }>(
      ['retrieve', 'window seats', '--backend', address],
      { env },
    );
    expect(memories.map(({ id }) => id)).toEqual([stored.id]);
  });

  it('takes the address by --db and from MNEME_DB too', async () => {
    const stats = await workplace.json<{ current: number; backend: string }>(
      ['stats', '--db', address],
      { env },
    );
    expect(stats.backend).toBe('qdrant');
    const same = await workplace.json<{ current: number }>(['stats'], {
      env: { ...env, MNEME_DB: address },
    });
    expect([stats.current, same.current]).toEqual([1, 1]);
  });

  it('refuses --db and --backend together', async () => {
    const { code, stderr } = await workplace.run(['stats', '--db', address, '--backend', address]);
    expect(code).toBe(2);
    expect(stderr).toContain('--backend');
  });
});
