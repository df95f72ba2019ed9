import { describe, expect, it } from 'vitest';
import { MnemeError } from '../interfaces/index.ts';
import type { KnownEmbedder } from './embed.ts';
import { Embedding } from './embedding.ts';

const known = (name: string, embed = async (texts: readonly string[]) => texts): KnownEmbedder => {
  const identity = { name, revision: '1', dimensions: 2, pooling: 'none' };
  return {
    identity,
    embedder: {
      identity: async () => identity,
      embed: async (texts) => (await embed(texts)).map(() => Float32Array.of(1, 0)),
    },
  };
};
const logger = { debug: () => {}, warn: () => {} };
const [old, next, third] = [known('old'), known('next'), known('third')];

describe('the embedder of a memory', () => {
  it('embeds with both models during a change, and only with the next one afterwards', async () => {
    const embedding = new Embedding(old, { logger });
    await embedding.change(next, async (adopt) => {
      const { vectors, owners } = await embedding.passages(['a'], {});
      expect(owners).toEqual({ embedder: old.identity, nextEmbedder: next.identity });
      expect(vectors).toEqual([{ vector: expect.anything(), nextVector: expect.anything() }]);
      const asked = await embedding.queries(['a'], undefined);
      expect(asked.owners).toEqual({ embedder: old.identity, nextEmbedder: undefined });
      adopt();
      expect(embedding.isCurrent(owners)).toBe(false);
      await expect(embedding.passages(['b'], { owners })).rejects.toMatchObject({
        code: 'embedder_mismatch',
      });
    });
    const { owners } = await embedding.passages(['a'], {});
    expect(owners).toEqual({ embedder: next.identity, nextEmbedder: undefined });
  });

  it('writes without the next model if it fails, and keeps the old one if the change fails', async () => {
    const failing = known('failing', async () => {
      throw new Error('no answer');
    });
    const embedding = new Embedding(old, { logger });
    const change = embedding.change(failing, async () => {
      const { vectors, owners } = await embedding.passages(['a'], {});
      expect(owners).toEqual({ embedder: old.identity, nextEmbedder: undefined });
      expect(vectors[0]?.nextVector).toBeUndefined();
      throw new Error('given up');
    });
    await expect(change).rejects.toThrow('given up');
    expect(embedding.identity).toBe(old.identity);
  });

  it('allows one change at a time; the next can begin while the first only cleans up', async () => {
    const embedding = new Embedding(old, { logger });
    const over = Promise.withResolvers<void>();
    const first = embedding.change(next, async (adopt) => {
      const refused = embedding.change(third, async () => {});
      await expect(refused).rejects.toMatchObject({ code: 'conflict' });
      adopt();
      await over.promise;
    });
    await expect.poll(() => embedding.identity).toBe(next.identity);
    await embedding.change(third, async () => {
      over.resolve();
      await first;
      // The end of the first change is not the end of this one.
      const { owners } = await embedding.passages(['a'], {});
      expect(owners.nextEmbedder).toBe(third.identity);
    });
  });

  it('retries work only if it began before the change', async () => {
    const embedding = new Embedding(old, { logger });
    const mismatch = new MnemeError('embedder_mismatch', 'another one');
    await expect(embedding.follow(() => Promise.reject(mismatch))).rejects.toBe(mismatch);
    const seen: string[] = [];
    const begun = Promise.withResolvers<void>();
    const changing = embedding.change(next, async (adopt) => {
      await begun.promise;
      adopt();
    });
    await embedding.follow(async () => {
      seen.push(embedding.identity?.name ?? '');
      begun.resolve();
      if (embedding.identity === old.identity) throw mismatch;
    });
    await changing;
    expect(seen).toEqual(['old', 'next']);
  });
});
