import {
  type Candidate,
  type Found,
  type MemoryRecord,
  type MemorySource,
  referenceCalibration,
  type SearchResponse,
} from '@mneme/contract';
import { analyseQuery } from '@mneme/language/text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rank } from './rank.ts';

const now = '2026-03-01T00:00:00.000Z';

interface Given extends Partial<Found> {
  source?: MemorySource;
  content?: string;
  kind?: MemoryRecord['kind'];
  evidence?: string[];
  importance?: MemoryRecord['importance'];
  confirmedAt?: string;
  occurredAt?: string;
  /** Scores for the second and later questions of the query. */
  questions?: Partial<Found>[];
}

function candidate(id: string, given: Given = {}): Candidate {
  const {
    source = {},
    content = id,
    kind = 'fact',
    evidence,
    importance = 3,
    confirmedAt = now,
    occurredAt = now,
    questions = [],
    ...first
  } = given;
  const record: MemoryRecord = {
    id,
    version: 1,
    scope: 's',
    content,
    kind,
    category: 'factual_knowledge',
    tags: [],
    importance,
    createdAt: now,
    updatedAt: now,
    confirmedAt,
    occurredAt,
    accessCount: 0,
    source,
    ...(evidence === undefined ? {} : { evidence }),
  };
  const found = [first, ...questions].map(({ similarity, termFrequencies, arms }) => ({
    arms: arms ?? { dense: similarity !== undefined, lexical: termFrequencies !== undefined },
    ...(similarity !== undefined && { similarity }),
    termFrequencies: termFrequencies ?? [],
  }));
  return { record, length: 5, found };
}

function found(...candidates: Candidate[]): SearchResponse {
  return { candidates, statistics: [{ count: 100, averageLength: 5, documentFrequencies: [1] }] };
}

function ranked(query: string, response: SearchResponse, questions: readonly string[] = []) {
  return rank({
    query: analyseQuery(query),
    questions: questions.map((text) => ({ query: analyseQuery(text) })),
    found: response,
    now,
    decay: { halfLifeDays: 30 },
    calibration: referenceCalibration,
  });
}

function order(query: string, response: SearchResponse): string[] {
  return ranked(query, response).map(({ record }) => record.id);
}

describe('the ranking', () => {
  it('puts the only record with a rare word before many with a similar meaning', () => {
    const near = Array.from({ length: 50 }, (_, index) =>
      candidate(`near ${index}`, { similarity: 0.3 + index / 100 }),
    );
    expect(order('zebra', found(...near, candidate('rare', { termFrequencies: [1] })))[0]).toBe(
      'rare',
    );
  });

  it('raises the turns next to a hit, most of all the one after a question', () => {
    const turn = (sequence: number, rest: Given = {}) =>
      candidate(`turn ${sequence}`, { source: { session: 's', sequence }, ...rest });
    const elsewhere = candidate('elsewhere', { source: { session: 't', sequence: 0 } });
    const response = found(
      turn(4, { termFrequencies: [1], similarity: 0.8, content: 'Where did you go?' }),
      turn(5),
      turn(9),
      elsewhere,
    );
    expect(order('zebra', response).indexOf('turn 5')).toBeLessThan(
      order('zebra', response).indexOf('turn 9'),
    );
    expect(order('zebra', response).indexOf('turn 9')).toBeLessThan(
      order('zebra', response).indexOf('elsewhere'),
    );
  });

  it('raises turns said at about the time of a hit in another session', () => {
    const turn = (id: string, hour: number, rest: Given = {}) =>
      candidate(id, {
        kind: 'episode',
        source: { session: id, sequence: 0 },
        occurredAt: `2026-02-01T${String(hour).padStart(2, '0')}:00:00.000Z`,
        ...rest,
      });
    const response = (hour: number, next: number) =>
      found(
        turn('hit', 9, { termFrequencies: [1], similarity: 0.8 }),
        turn('near', 10, { similarity: 0.3 }),
        turn('late', hour, { similarity: 0.31 }),
        turn('later', next, { similarity: 0.2 }),
      );
    expect(order('zebra', response(21, 3))).toEqual(['hit', 'near', 'late', 'later']);
    // All at about the same time, as after an import without times.
    expect(order('zebra', response(11, 12))).toEqual(['hit', 'late', 'near', 'later']);
  });

  it('lowers the weight of a name if that speaker has most turns among many speakers', () => {
    const turn = (id: string, speaker: string) =>
      candidate(id, { kind: 'episode', similarity: 0.5, source: { speaker } });
    const partOf = (others: string[]) => {
      const turns = [
        ...[...'abcdefgh'].map((id) => turn(id, 'Ada')),
        ...others.map((speaker, at) => turn(`other ${at}`, speaker)),
      ];
      const [first] = ranked('What did Ada buy?', found(...turns));
      expect(first?.record.source.speaker).toBe('Ada');
      return first?.explanation().parts.find(({ name }) => name === 'speaker');
    };
    const between = partOf(['Ben', 'Ben', 'Ben', 'Ben']);
    const among = partOf(['Ben', 'Cleo', 'Dan', 'Eve']);
    expect(among?.value).toBeCloseTo(Number(between?.value) / 4);
    expect(among?.why).toBe('the query names Ada, who has most of the turns');
    expect(partOf(['assistant', 'assistant'])?.value).toBe(between?.value);
  });

  it('for a message, prefers recent turns and those that open a session; not for a question', () => {
    const turn = (id: string, { sequence = 3, speaker = 'Ada', day = '2025-06-01', near = 0.5 }) =>
      candidate(id, {
        kind: 'episode',
        similarity: near,
        source: { session: id, sequence, speaker },
        occurredAt: `${day}T00:00:00.000Z`,
      });
    const response = found(
      turn('nearest', { near: 0.53, day: '2025-08-01' }),
      turn('lately', { day: '2026-02-27' }),
      turn('opening', { sequence: 0, day: '2025-05-01' }),
      turn('opened by an assistant', { sequence: 0, speaker: 'assistant', day: '2025-04-01' }),
      turn('later on', {}),
      turn('far', { near: 0.4 }),
    );
    const message = 'The chain of the blue bike broke again.';
    expect(order(message, response).slice(0, 3)).toEqual(['opening', 'lately', 'nearest']);
    expect(order('Which blue bike has a chain that broke?', response)[0]).toBe('nearest');
    const [best] = ranked(message, response);
    expect(best?.explanation().parts).toContainEqual({
      name: 'opening',
      value: 1.5,
      why: 'it is the first turn of its session',
    });
  });

  const by = (speaker: string, content = 'It is blue') => ({ source: { speaker }, content });
  const planted = (speaker: string) => by(speaker, 'I planted my roses');
  const asked = (speaker: string) => by(speaker, 'Did you plant your roses');
  const inRome = { content: 'Ada moved to Rome' };
  const inRomeLately = { content: 'Ada moved to Rome last week' };
  const inDecember = { occurredAt: '2025-12-01T00:00:00.000Z' };
  const inFebruary = { occurredAt: '2026-02-01T00:00:00.000Z' };
  /** Of two candidates found equally well, the worse has the smaller id, which decides ties. */
  const orderOf = (query: string, worse: Given, better: Given) => {
    const equal = { similarity: 0.5, termFrequencies: [1] };
    const [a, b] = [
      candidate('a', { ...equal, ...worse }),
      candidate('b', { ...equal, ...better }),
    ];
    return order(query, found(a, b));
  };

  it.each<[what: string, query: string, worse: Given, better: Given]>([
    ['turns of the speaker named in the query', 'What did Ada say?', by('Bo'), by('Ada')],
    ['turns of the speaker named first', 'Bo said what?', by('Ada'), by('Bo')],
    ['higher importance', 'zebra', { importance: 1 }, { importance: 5 }],
    ['later confirmation', 'zebra', { confirmedAt: '2025-01-01T00:00:00.000Z' }, {}],
    ['the user’s own turns, if asked about', 'Which car did I buy?', by('assistant'), by('user')],
    ['what speakers say about themselves', 'What did Ada plant?', asked('Ada'), planted('Ada')],
    ['what users say about themselves', 'What did I plant?', asked('user'), planted('user')],
    ['texts with a time, if asked for one', 'When did Ada move?', inRome, inRomeLately],
    ['the last month, if named', 'Who came last month?', inDecember, inFebruary],
    ['an earlier month, if named', 'Who came in December?', inFebruary, inDecember],
  ])('prefers %s: %s', (_, query, worse, better) => {
    expect(orderOf(query, worse, better)).toEqual(['b', 'a']);
  });

  it.each<[what: string, query: string, one: Given, other: Given]>([
    ['the user’s own turns', 'Which car is best?', by('assistant'), by('user')],
    ['what speakers say about themselves', 'What was planted?', asked('Ada'), planted('Ada')],
    ['texts with a time', 'Where did Ada move?', inRome, inRomeLately],
  ])('does not prefer %s for another question: %s', (_, query, one, other) => {
    expect(orderOf(query, one, other)).toEqual(['a', 'b']);
  });

  it('does not depend on the order of the candidates, and its parts sum to the total', () => {
    const arbitrary = fc.uniqueArray(
      fc.record({
        id: fc.uuid(),
        similarity: fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
        frequency: fc.option(fc.nat(5), { nil: undefined }),
        sequence: fc.nat(6),
      }),
      { selector: ({ id }) => id, maxLength: 20 },
    );
    fc.assert(
      fc.property(arbitrary, (rows) => {
        const candidates = rows.map(({ id, similarity, frequency, sequence }) =>
          candidate(id, {
            similarity,
            termFrequencies: frequency === undefined ? undefined : [frequency],
            source: { session: 's', sequence },
          }),
        );
        expect(order('zebra', found(...candidates.toReversed()))).toEqual(
          order('zebra', found(...candidates)),
        );
        const all = ranked('zebra', found(...candidates));
        for (const { total, score, relevance, explanation } of all) {
          expect(explanation().parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(
            total,
            9,
          );
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(relevance).toBeGreaterThanOrEqual(0);
          expect(relevance).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('finds a turn by the words of the turns next to it', () => {
    const turn = (session: string, sequence: number, termFrequencies: number[]) =>
      candidate(`${session} ${sequence}`, {
        source: { session, sequence },
        arms: { dense: false, lexical: false },
        termFrequencies,
      });
    const response = {
      candidates: [
        ...[turn('s', 0, [1, 0]), turn('s', 1, [0, 1])],
        ...[turn('t', 0, [0, 1]), turn('t', 5, [0, 0])],
      ],
      statistics: [{ count: 100, averageLength: 5, documentFrequencies: [5, 5] }],
    };
    expect(order('zebra stripes', response).slice(0, 2).sort()).toEqual(['s 0', 's 1']);
  });

  it('puts a turn next to a better one behind an equal turn of another session', () => {
    const turn = (session: string, sequence: number, similarity: number) =>
      candidate(`${session} ${sequence}`, { source: { session, sequence }, similarity });
    const turns = found(turn('s', 0, 0.9), turn('s', 1, 0.5), turn('t', 0, 0.5));
    const parts = ranked('zebra', turns).map(({ record, explanation }) => [
      record.id,
      explanation().parts.some(({ name }) => name === 'crowding'),
    ]);
    expect(Object.fromEntries(parts)).toEqual({ 's 0': false, 's 1': true, 't 0': false });
  });

  it('moves a fact closer to its source turn if that matches better', () => {
    const said = { speaker: 'Ada', session: 's', sequence: 1 };
    const candidates = [
      candidate('turn', { kind: 'episode', source: said, similarity: 0.5 }),
      candidate('near', { similarity: 0.52 }),
      candidate('fact', { similarity: 0.5, evidence: ['elsewhere', 'turn'] }),
    ];
    expect(order('What did Ada plant?', found(...candidates))).toEqual(['turn', 'fact', 'near']);
    const alone = found(...candidates.slice(1));
    expect(order('What did Ada plant?', alone)).toEqual(['near', 'fact']);
  });

  it('compares turns only with turns: facts similar to any query do not change their order', () => {
    const turns = Array.from({ length: 12 }, (_, at) =>
      candidate(`turn ${at}`, {
        kind: 'episode',
        similarity: 0.1 + at / 50,
        termFrequencies: [at < 2 ? 1 : 0],
        source: { speaker: at % 2 === 0 ? 'Ada' : 'Ben' },
      }),
    );
    const facts = Array.from({ length: 8 }, (_, at) =>
      candidate(`fact ${at}`, { similarity: 0.9, termFrequencies: [0] }),
    );
    const among = order('zebra', found(...turns, ...facts)).filter((id) => id.startsWith('turn'));
    expect(among).toEqual(order('zebra', found(...turns)));
    expect(among[0]).toBe('turn 11');
  });

  it('finds the answer to one of several questions', () => {
    const query = 'Who owns the boat? Who sold the farm?';
    const questions = ['Who owns the boat?', 'Who sold the farm?'];
    const statistics = [query, ...questions].map((text) => ({
      count: 100,
      averageLength: 5,
      documentFrequencies: analyseQuery(text).terms.map(() => 5),
    }));
    const far = { similarity: 0.1 };
    const answer = { similarity: 0.9, termFrequencies: [1, 1] };
    const counted = { arms: { dense: false, lexical: false }, termFrequencies: [1, 1] };
    const candidates = [
      candidate('boat', { ...counted, questions: [answer, {}] }),
      candidate('farm', { ...counted, questions: [{}, answer] }),
      ...Array.from({ length: 20 }, (_, index) =>
        candidate(`vague ${index}`, { similarity: 0.4 + index / 1000, questions: [far, far] }),
      ),
    ];
    const [first, second, third] = ranked(query, { candidates, statistics }, questions);
    expect([first?.record.id, second?.record.id].sort()).toEqual(['boat', 'farm']);
    expect(first?.relevance).toBeGreaterThan(third?.relevance ?? 1);
    expect(first?.explanation().matchedTerms.length).toBe(2);
  });
});
