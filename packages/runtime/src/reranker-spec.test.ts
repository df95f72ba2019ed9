import { describe, expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';
import { openReranker, parseRerankerSpec } from './reranker-spec.ts';

describe('parseRerankerSpec', () => {
  it.each([
    ['none', { kind: 'none' }],
    [
      'transformers: Xenova/bge-reranker-base',
      { kind: 'transformers', model: 'Xenova/bge-reranker-base' },
    ],
  ])('reads %s', (text, spec) => {
    expect(parseRerankerSpec(text)).toEqual(spec);
  });

  it.each(['', 'static', 'transformers:', 'transformers: '])(
    'refuses %j and says what is valid',
    (text) => {
      expect(() => parseRerankerSpec(text)).toThrow(/transformers:<model> or none/);
    },
  );
});

describe('openReranker', () => {
  it('creates nothing for none, and loads no model before the first use', async () => {
    const environment = readEnvironment({ MNEME_RERANKER: 'transformers:nowhere' });
    expect(environment.reranker).toBe('transformers:nowhere');
    expect(await openReranker({ kind: 'none' }, environment)).toBeUndefined();
    const made = await openReranker({ kind: 'transformers', model: 'nowhere' }, environment);
    expect(made?.name).toBe('nowhere');
  });
});
