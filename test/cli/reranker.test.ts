import { afterAll, describe, expect, it } from 'vitest';
import { writeTinyCrossEncoder } from '../../packages/embedders/test/tiny-cross-encoder.ts';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

describe('a reranker on the command line', () => {
  it('reorders the best results, chosen by an option or by the environment', async () => {
    writeTinyCrossEncoder(place.path('overlap'));
    const db = place.path('ada.db');
    const env = { MNEME_MODELS: place.path('.') };
    await place.json(mneme`store "Ada does live in Porto" --db ${db}`);
    const ask = ['retrieve', 'Where does Ada live', '--db', db, '--explain'];
    const part = { name: 'reranker', why: 'overlap gives 4.000' };
    for (const [args, more] of [
      [['--reranker', 'transformers:overlap'], {}],
      [[], { MNEME_RERANKER: 'transformers:overlap' }],
    ] as const) {
      const answer = await place.json<{ memories: { explanation: { parts: object[] } }[] }>(
        [...ask, ...args],
        { env: { ...env, ...more } },
      );
      expect(answer.memories[0]?.explanation.parts.at(-1)).toMatchObject(part);
    }
  });

  it('is refused if its format is unknown', async () => {
    const { code, stderr } = await place.run(mneme`retrieve x --reranker overlap --json`);
    expect(code).toBe(2);
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'invalid_input', field: 'reranker' });
  });
});
