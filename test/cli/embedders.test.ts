import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddingServer } from './embedding-server.ts';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
const db = place.path('remote.db');
const models = new EmbeddingServer();
let spec: string;

beforeAll(async () => {
  await models.start();
  spec = models.spec('tiny');
});
afterAll(() => {
  models.stop();
  place.remove();
});

describe('an embedder behind a URL', () => {
  it('embeds with the named model and the key of the environment', async () => {
    const env = {
      MNEME_EMBEDDER_API_KEY: 'for-embedders',
      OPENAI_API_KEY: 'for-openai',
      MNEME_EMBEDDER: spec,
    };
    expect(await place.json(mneme`store "a remote fact" --db ${db}`, { env })).toMatchObject({
      outcome: 'created',
    });
    expect(await place.json(mneme`db stats --db ${db}`)).toMatchObject({
      embedder: { name: 'tiny', dimensions: 8 },
    });
    expect(models.seen.at(-1)).toEqual({
      path: '/v1/embeddings',
      authorization: 'Bearer for-embedders',
      model: 'tiny',
    });
    await place.json(mneme`retrieve fact --db ${db} --embedder ${spec}`, {
      env: { OPENAI_API_KEY: 'for-openai' },
    });
    expect(models.seen.at(-1)?.authorization).toBeUndefined();
  });

  it('is named if it does not answer', async () => {
    const { code, stderr } = await place.run([
      'store',
      'x',
      '--db',
      place.path('dead.db'),
      '--embedder',
      'http:http://127.0.0.1:9/v1#tiny',
      '--json',
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'embedder_failed',
      message: expect.stringContaining('127.0.0.1:9'),
    });
  });
});
