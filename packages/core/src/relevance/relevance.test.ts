import { describe, expect, it } from 'vitest';
import type { Candidate } from '../contract/memory-backend.ts';
import { type RelevanceGround, relevancesOf, spreadOf } from './relevance.ts';

const calibration = { duplicate: 0.9, related: 0.6, relevant: 0.4 };
const statistics = { count: 100, averageLength: 5, documentFrequencies: [1, 2, 50] };
const spread = { mean: 0.3, deviation: 0.1 };
const namingNobody = { text: '', terms: [], phrases: [] };
const relevanceOf = (candidate: Candidate, ground: RelevanceGround) =>
  relevancesOf([candidate], { query: namingNobody, ...ground })[0] as number;
/** Found by the arms whose fields are given. */
const candidate = (given: Pick<Candidate, 'record'> & Partial<Candidate>): Candidate => ({
  length: 5,
  arms: { dense: given.similarity !== undefined, lexical: given.termFrequencies !== undefined },
  ...given,
  termFrequencies: given.termFrequencies ?? [],
});
const relevance = (given: Partial<Candidate>) =>
  relevanceOf(candidate({ record: { source: {} } as Candidate['record'], ...given }), {
    statistics,
    spread,
    calibration,
  });

describe('relevance', () => {
  it('grows with the cosine', () => {
    const [low, middle, high] = [0.3, 0.5, 0.8].map((similarity) => relevance({ similarity })) as [
      number,
      number,
      number,
    ];
    expect(low).toBeLessThan(middle);
    expect(middle).toBeLessThan(high);
  });

  it('grows with the share of the query’s rarity that the words cover', () => {
    const common = relevance({ similarity: 0.4, termFrequencies: [0, 0, 1] });
    const rare = relevance({ similarity: 0.4, termFrequencies: [1, 0, 0] });
    const all = relevance({ similarity: 0.4, termFrequencies: [1, 1, 1] });
    expect(common).toBeLessThan(rare);
    expect(rare).toBeLessThan(all);
    expect(all).toBeGreaterThan(0.5);
  });

  it('keeps a weak cosine without a common word below one half', () => {
    expect(relevance({ similarity: 0.2 })).toBeLessThan(0.5);
  });

  it('is nothing where neither arm found anything', () => {
    expect(relevance({})).toBe(0);
  });
});

describe('relevance to a question about someone', () => {
  const terms = ['ada', 'plant', 'garden'];
  const query = { text: 'What did Ada plant in the garden?', terms, phrases: [] };
  const known = { count: 1000, averageLength: 5, documentFrequencies: [80, 4, 9] };
  const said = (speaker: string | undefined, termFrequencies: number[], similarity = 0.5) =>
    candidate({
      record: { source: { speaker } } as Candidate['record'],
      termFrequencies,
      similarity,
    });
  const relevances = (candidates: Candidate[], asked = query) =>
    relevancesOf(candidates, { query: asked, statistics: known, spread, calibration });

  it('is greater for what that person said about it', () => {
    const [byAda, bySomeone] = relevances([said('Ada', [0, 1, 1]), said(undefined, [0, 1, 1])]);
    expect(byAda).toBeGreaterThan(bySomeone as number);
  });

  it('is no greater for a greeting by name', () => {
    const [byAda, bySomeone] = relevances([said('Ada', [1, 0, 0]), said(undefined, [1, 0, 0])]);
    expect(byAda).toBe(bySomeone);
  });

  it('is less for everything where someone else has said what fits', () => {
    const others = said('Bob', [0, 1, 1], 0.8);
    const [alone] = relevances([said('Ada', [0, 0, 0], 0.3)]);
    const [beside, bobs] = relevances([said('Ada', [0, 0, 0], 0.3), others]);
    expect(beside).toBeLessThan(alone as number);
    expect(bobs).toBeLessThan(relevances([others])[0] as number);
  });

  it('is not less where what someone else said is about that person', () => {
    const others = said('Bob', [1, 1, 1], 0.8);
    const [alone] = relevances([others]);
    expect(relevances([said('Ada', [0, 0, 0], 0.3), others])[1]).toBe(alone);
  });

  it('is as it was where the query names nobody who speaks', () => {
    const candidates = [said('Cleo', [0, 1, 1]), said('Bob', [0, 0, 1])];
    const plain = candidates.map((candidate) =>
      relevanceOf(candidate, { statistics: known, spread, calibration }),
    );
    expect(relevances(candidates)).toEqual(plain);
  });
});

describe('the spread of cosines', () => {
  it('leaves out what the arm did not find', () => {
    expect(spreadOf([0.2, undefined, 0.4])).toEqual({
      mean: expect.closeTo(0.3),
      deviation: expect.closeTo(0.1),
    });
    expect(spreadOf([undefined])).toEqual({ mean: 0, deviation: 0 });
  });
});
