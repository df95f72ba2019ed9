import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { transformersEmbedder } from './transformers-embedder.ts';

const models = new URL('../../../../../shared/models/', import.meta.url);
const there = existsSync(new URL('all-MiniLM-L6-v2/', models));
if (!there) console.warn(`skipped: no model weights in ${models.pathname}`);

describe('the transformers embedder', () => {
  it.skipIf(!there)('embeds with a local model and returns its identity', async () => {
    const embedder = transformersEmbedder({
      model: 'all-MiniLM-L6-v2',
      modelsPath: models.pathname,
    });
    await expect(embedder.identity()).resolves.toEqual({
      name: 'all-MiniLM-L6-v2',
      revision: 'main+int8',
      dimensions: 384,
      pooling: 'mean',
    });
    const vectors = await embedder.embed(['a cat', 'a kitten', 'tax law'], { kind: 'passage' });
    const [cat, kitten, tax] = vectors as [Float32Array, Float32Array, Float32Array];
    const dot = (a: Float32Array, b: Float32Array) =>
      a.reduce((sum, value, index) => sum + value * (b[index] as number), 0);
    expect(dot(cat, kitten)).toBeGreaterThan(dot(cat, tax) + 0.2);
  });

  it('never downloads by default: a missing model is an error that names the fix', async () => {
    const embedder = transformersEmbedder({ model: 'no-such-model', modelsPath: '/nowhere' });
    await expect(embedder.identity()).rejects.toMatchObject({
      code: 'embedder_failed',
      message: expect.stringMatching(/no-such-model could not be loaded.*allowDownload/),
    });
  });

  it('loads the model at a later call if the first could not, such as a download without a network', async () => {
    let isOnline = false;
    const extract = async (texts: string[]) => ({
      data: new Float32Array(2 * texts.length),
      dims: [texts.length, 2],
    });
    const pipeline = async () => {
      if (!isOnline) throw new Error('fetch failed');
      return extract;
    };
    const importModule = async () => ({ env: {}, pipeline });
    const embedder = transformersEmbedder({ model: 'm', allowDownload: true, importModule });
    await expect(embedder.identity()).rejects.toMatchObject({ code: 'embedder_failed' });
    isOnline = true;
    await expect(embedder.identity()).resolves.toMatchObject({ dimensions: 2 });
    await expect(embedder.embed(['a'], { kind: 'query' })).resolves.toHaveLength(1);
  });
});
