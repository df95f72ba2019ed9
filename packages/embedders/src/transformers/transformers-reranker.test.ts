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

  it('reads the query with each text and returns one score per text, in order', async () => {
    const reranker = transformersReranker({ model: 'overlap', modelsPath });
    expect(reranker.name).toBe('overlap');
    // The model counts the tokens of a text that are in the query, including the end mark.
    await expect(reranker.rerank(query, texts)).resolves.toEqual([1, 4, 2]);
  });

  it('splits many texts into several runs and truncates a long one', async () => {
    const reranker = transformersReranker({ model: 'overlap', modelsPath });
    const many = [...Array(10).fill('Ada'), `${'tea '.repeat(100)}Ada`];
    await expect(reranker.rerank(query, many)).resolves.toEqual([...Array(10).fill(2), 0]);
  });

  it('stops between runs when aborted', async () => {
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

  it('never downloads by default: a missing model is an error that names the fix', async () => {
    const reranker = transformersReranker({ model: 'no-such-model', modelsPath: '/nowhere' });
    await expect(reranker.rerank(query, texts)).rejects.toMatchObject({
      code: 'reranker_failed',
      message: expect.stringMatching(/no-such-model could not be loaded.*allowDownload/),
    });
  });
});
