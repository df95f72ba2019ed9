import { describe, expect, it } from 'vitest';
import type { EvidenceRequest, FoundCandidate } from './evidence.ts';
import { relevanceOf } from './relevance.ts';

const calibration = { duplicate: 0.9, related: 0.65, relevant: 0.35 };
const personal = { smallTalk: -3, general: -3 };
const query = { text: 'What did Ada plant in the garden?', terms: ['ada', 'plant', 'garden'] };
const statistics = { count: 1000, averageLength: 8, documentFrequencies: [80, 4, 9] };

interface Found {
  similarity?: number;
  words?: number[];
  speaker?: string;
  content?: string;
  total?: number;
  fromNeighbours?: number;
}

/** The results of both arms, in this order. The rest of the scope is far from the query and shares a common word with it. */
function relevances(best: Found[], more: Partial<EvidenceRequest> = {}): number[] {
  const rest = Array.from({ length: 40 }, (_, index) => ({
    similarity: 0.25 - index / 400,
    words: index % 2 === 0 ? [1, 0, 0] : undefined,
    total: -0.5 - index / 40,
  }));
  const ranked = [...best, ...rest].map(
    ({
      similarity,
      words,
      speaker,
      content = 'It was planted.',
      total = 2,
      fromNeighbours = 0,
    }: Found) => ({
      candidate: {
        record: { content, source: { speaker } },
        arms: { dense: similarity !== undefined, lexical: words !== undefined },
        ...(similarity !== undefined && { similarity }),
        termFrequencies: words ?? [0, 0, 0],
        length: 8,
      } as FoundCandidate,
      total,
      fromNeighbours,
      speaker: 0,
    }),
  );
  const relevanceAt = relevanceOf({
    query,
    kind: personal,
    ranked,
    named: new Map(),
    statistics,
    calibration,
    ...more,
  });
  return best.map((_, place) => relevanceAt(place).value);
}

describe('relevance', () => {
  it('never decreases as similarity increases', () => {
    const steps = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map(
      (similarity) => relevances([{ similarity, words: [1, 1, 0] }])[0] as number,
    );
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(steps.at(-1)).toBeGreaterThan((steps[0] as number) + 0.1);
  });

  it('increases with the rarity of the matching words', () => {
    const [common] = relevances([{ similarity: 0.45, words: [1, 0, 0] }]);
    const [rare] = relevances([{ similarity: 0.45, words: [0, 1, 0] }]);
    const [all] = relevances([{ similarity: 0.45, words: [1, 1, 1] }]);
    expect(common).toBeLessThan(rare as number);
    expect(rare).toBeLessThan(all as number);
  });

  it('is higher for a question about a person than for small talk or a general request with the same words', () => {
    const found = [{ similarity: 0.5, words: [1, 1, 1] }];
    const [asked] = relevances(found);
    const [greeting] = relevances(found, { kind: { smallTalk: 5, general: -3 } });
    const [request] = relevances(found, { kind: { smallTalk: -3, general: 4 } });
    expect(greeting).toBeLessThan((asked as number) / 2);
    expect(request).toBeLessThan(asked as number);
  });

  it('gives the best memory the chance of the whole result, and others a share of it', () => {
    const [best, second] = relevances([
      { similarity: 0.7, words: [1, 1, 1], total: 5 },
      { similarity: 0.3, words: [1, 0, 0], total: 1 },
    ]);
    expect(best).toBeGreaterThan(0.5);
    expect(second).toBeGreaterThan(0);
    expect(second).toBeLessThan((best as number) / 2);
  });

  it('is 0 if neither arm found a memory and no neighbour raised it', () => {
    const found = [{ similarity: 0.7, words: [1, 1, 1], total: 5 }, { total: 4 }];
    expect(relevances(found)[1]).toBe(0);
    expect(relevances([found[0] as Found, { total: 4, fromNeighbours: 2 }])[1]).toBeGreaterThan(0);
  });

  describe('of a question about a person', () => {
    const named = new Map([['Ada', 'Ada']]);
    const fits = { similarity: 0.7, words: [0, 1, 1], total: 4 };
    const own = { ...fits, speaker: 'Ada', content: 'I planted roses' };

    it.each<[why: string, found: Found[]]>([
      [
        'someone else said it about themselves',
        [
          { ...own, speaker: 'Bob' },
          { similarity: 0.3, words: [1, 0, 0], speaker: 'Ada', total: 3 },
        ],
      ],
      [
        'the person named only asks about it',
        [
          { ...fits, speaker: 'Ada', content: 'Great! What did you plant in your garden?' },
          { ...fits, speaker: 'Bob', content: 'I planted roses in my garden', total: 3 },
        ],
      ],
    ])('is lower if %s', (_, found) => {
      const [lower] = relevances(found, { named });
      const [full] = relevances([own], { named });
      expect(lower).toBeLessThan((full as number) * 0.8);
    });

    it('is lower if other people speak, but nobody of that name', () => {
      const said = [{ ...fits, speaker: 'Bob', content: 'I planted roses in the garden' }];
      const asking = (text: string) => ({
        query: { text, terms: ['cleo', 'plant', 'garden'] },
        statistics: { ...statistics, documentFrequencies: [0, 4, 9] },
      });
      const [stranger] = relevances(said, asking('What did Cleo plant in the garden?'));
      const [nobody] = relevances(said, asking('what did cleo plant in the garden?'));
      expect(stranger).toBeLessThan((nobody as number) / 2);
    });
  });

  it('explains the parts of its chance', () => {
    const candidate = {
      record: { content: 'Planted roses', source: {} },
      arms: { dense: true, lexical: true },
      similarity: 0.6,
      termFrequencies: [0, 1, 1],
      length: 2,
    } as unknown as FoundCandidate;
    const ranked = [{ candidate, total: 3, fromNeighbours: 0, speaker: 0 }];
    const named = new Map();
    const only = relevanceOf({ query, kind: personal, ranked, named, statistics, calibration })(0);
    const { chance, share, parts } = only.explanation();
    const odds = parts.reduce((sum, { value }) => sum + value, 0);
    expect(1 / (1 + Math.exp(-odds))).toBeCloseTo(chance, 6);
    expect(chance * share).toBeCloseTo(only.value, 6);
    expect(parts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['usual', 'message', 'words', 'meaning', 'ranking', 'speaker']),
    );
  });
});
