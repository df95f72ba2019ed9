import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTinyCrossEncoder } from '../../test/tiny-cross-encoder.ts';
import { transformersReranker } from './transformers-reranker.ts';

describe('the transformers reranker', () => {
  let modelsPath: string;
  beforeAll(() => {
    modelsPath = mkdtempSync(join(tmpdir(), 'mneme-reranker-'));
    writeTinyCrossEncoder(join(modelsPath, 'overlap'));
    writeTinyCrossEncoder(join(modelsPath, 'two-labels'), { labels: 2 });
  });
  afterAll(() => rmSync(modelsPath, { recursive: true, force: true }));

  const query = 'Where does Ada live';
  const texts = ['she drinks a lot of tea', 'Ada does live in Porto', 'Ada drinks green tea'];

  it('reads the query with each text and gives one score a text, in order', async () => {
    const reranker = transformersReranker({ model: 'overlap', modelsPath });
    expect(reranker.name).toBe('overlap');
    // The model counts the tokens of a text that the query holds; the mark at a text's end is one of them.
    await expect(reranker.rerank(query, texts)).resolves.toEqual([1, 4, 2]);
  });

  it('reads more texts than go into one run, and cuts one that is too long', async () => {
    const reranker = transformersReranker({ model: 'overlap', modelsPath });
    const many = [...Array(10).fill('Ada'), `${'tea '.repeat(100)}Ada`];
    await expect(reranker.rerank(query, many)).resolves.toEqual([...Array(10).fill(2), 0]);
  });

  it('stops between runs when it is aborted', async () => {
    const reranker = transformersReranker({ model: 'overlap', modelsPath });
    const signal = AbortSignal.abort();
    await expect(reranker.rerank(query, texts, { signal })).rejects.toBe(signal.reason);
  });

  it('refuses a model with several labels', async () => {
    const reranker = transformersReranker({ model: 'two-labels', modelsPath });
    await expect(reranker.rerank(query, texts)).rejects.toMatchObject({
      code: 'reranker_failed',
      message: expect.stringMatching(/two-labels gives 2 labels for each pair/),
    });
  });

  it('never downloads unasked: a model that is not there is an error that names the fix', async () => {
    const reranker = transformersReranker({ model: 'no-such-model', modelsPath: '/nowhere' });
    await expect(reranker.rerank(query, texts)).rejects.toMatchObject({
      code: 'reranker_failed',
      message: expect.stringMatching(/no-such-model could not be loaded.*allowDownload/),
    });
  });
});
