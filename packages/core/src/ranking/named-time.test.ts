import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedTime } from './named-time.ts';

/** A Wednesday. */
const now = '2026-03-18T10:00:00.000Z';

function passing(query: string, times: readonly string[]): string[] | undefined {
  const inTime = namedTime(query, now);
  return inTime && times.filter((time) => inTime(`${time}T12:00:00.000Z`));
}

describe('namedTime', () => {
  it('finds months, of any year or of the one that is said', () => {
    const times = ['2024-05-10', '2025-05-31', '2025-06-01'];
    expect(passing('What happened in May?', times)).toEqual(['2024-05-10', '2025-05-31']);
    expect(passing('What happened in May 2025?', times)).toEqual(['2025-05-31']);
    expect(passing('2025年5月发生了什么？', times)).toEqual(['2025-05-31']);
    expect(passing('6月呢？', times)).toEqual(['2025-06-01']);
  });

  it('takes a day for its month', () => {
    expect(passing('Where was Ada on July 3, 2025?', ['2025-07-20', '2024-07-03'])).toEqual([
      '2025-07-20',
    ]);
  });

  it('counts what is relative from now', () => {
    const of = (query: string, times: readonly string[]) => passing(query, times);
    expect(of('What did I do yesterday?', ['2026-03-17', '2026-03-18'])).toEqual(['2026-03-17']);
    expect(of('And last week?', ['2026-03-08', '2026-03-09', '2026-03-15', '2026-03-16'])).toEqual([
      '2026-03-09',
      '2026-03-15',
    ]);
    expect(of('上个月去了哪里？', ['2026-01-31', '2026-02-01', '2026-03-01'])).toEqual([
      '2026-02-01',
    ]);
    expect(of('Who came last year?', ['2024-12-31', '2025-12-31'])).toEqual(['2025-12-31']);
    expect(of('Who came last summer?', ['2025-05-31', '2025-07-01', '2024-07-01'])).toEqual([
      '2025-07-01',
    ]);
    expect(of('What broke last winter?', ['2026-01-10', '2024-12-10'])).toEqual(['2026-01-10']);
  });

  it('finds none in words that only look like a time', () => {
    for (const query of ['May I ask who marched?', 'We march on', '三个月前', 'Who is Ada?', ''])
      expect(namedTime(query, now), query).toBeUndefined();
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        namedTime(query, now)?.(now);
      }),
    );
  });
});
