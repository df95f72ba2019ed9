import { describe, expect, it } from 'vitest';
import { facet, facetsOf } from './passes-filter.ts';

describe('facets', () => {
  it('are the scalar values of metadata and source, and the scalar items of their lists', () => {
    expect(
      facetsOf({
        metadata: { project: 'heron', year: 2026, open: false, lang: ['en', 'zh', 'en', { a: 1 }] },
        source: { speaker: 'Ada', sequence: 3, own: { nested: [1] }, gone: null },
      }),
    ).toEqual([
      facet('source.speaker', 'Ada'),
      facet('source.sequence', 3),
      facet('project', 'heron'),
      facet('year', 2026),
      facet('open', false),
      facet('lang', 'en'),
      facet('lang', 'zh'),
    ]);
  });

  it('differ if key, type or value differs', () => {
    const different = [
      facet('a', '1'),
      facet('a', 1),
      facet('a', true),
      facet('a', 'true'),
      facet('a","1', ''),
      facet('a', 'A'),
      facet('source.a', '1'),
    ];
    expect(new Set(different).size).toBe(different.length);
  });
});
