import { describe, expect, it } from 'vitest';
import { itemOf } from '../src/formats/jsonl.ts';
import type { ImportedFact, ImportedTurn } from '../src/index.ts';

const item = (line: unknown) => itemOf(line);
const fact = (line: unknown) => item(line) as ImportedFact;
const turn = (line: unknown) => item(line) as ImportedTurn;

describe('a line of JSON', () => {
  it('becomes a fact with all its fields', () => {
    expect(
      item({
        text: 'I prefer tea.',
        scope: 'user:ada',
        id: 7,
        speaker: 'Ada',
        session: 3,
        sequence: 2,
        time: '2026-03-01',
        category: 'user_preference',
        importance: 5,
        tags: ['drink'],
        expires_at: '2030-01-01T00:00:00Z',
        source: { channel: 'chat' },
        metadata: { project: 'heron' },
      }),
    ).toEqual({
      kind: 'fact',
      scope: 'user:ada',
      byId: true,
      input: {
        content: 'I prefer tea.',
        kind: 'fact',
        category: 'user_preference',
        importance: 5,
        tags: ['drink'],
        expiresAt: '2030-01-01T00:00:00.000Z',
        occurredAt: '2026-03-01',
        source: { channel: 'chat', speaker: 'Ada', session: '3', sequence: 2, externalId: '7' },
        metadata: { project: 'heron' },
      },
    });
  });

  it('becomes a turn if it names a session, unless it names a category or a kind', () => {
    const line = { text: 'x', session: 's', sequence: 1 };
    const kindOf = (of: object) => {
      const found = item(of);
      return found.kind === 'fact' ? [found.input.kind, found.input.category] : found.kind;
    };
    expect(kindOf(line)).toBe('turn');
    expect(kindOf({ text: 'x', session: 's' })).toBe('turn');
    expect(kindOf({ ...line, category: 'decision_log' })).toEqual(['fact', 'decision_log']);
    expect(kindOf({ ...line, kind: 'fact' })).toEqual(['fact', undefined]);
    expect(kindOf({ text: 'x' })).toEqual(['fact', undefined]);
    expect(turn({ ...line, id: 'a', tags: ['t'] })).toMatchObject({
      ...{ session: 's', sequence: 1, content: 'x', tags: ['t'], source: { externalId: 'a' } },
    });
  });

  it('from an export becomes the same record; facts extracted from it have their own lines', () => {
    const line = { text: 'x', session: 's', sequence: 1, confirmed_at: '2026-01-01' };
    const episode = { kind: 'episode', onConflict: 'upsert', category: undefined };
    expect(fact({ ...line, kind: 'episode' }).input).toMatchObject(episode);
    // Before there were kinds every record had a category.
    expect(fact({ ...line, category: 'factual_knowledge' }).input).toMatchObject(episode);
    const { sequence: _, ...old } = { ...line, category: 'factual_knowledge' };
    expect(fact(old).input).toMatchObject({ kind: 'fact', category: 'factual_knowledge' });
    expect(item({ ...line, superseded_by: 'b' })).toMatchObject({
      kind: 'skip',
      reason: 'superseded',
    });
  });

  it('may say how a fact that conflicts with a stored one is handled', () => {
    expect(fact({ text: 'x', on_conflict: 'keep-both' }).input.onConflict).toBe('keepBoth');
    expect(fact({ text: 'x' }).input.onConflict).toBeUndefined();
  });

  it('uses user_id as the scope', () => {
    expect(fact({ text: 'x', user_id: 7 }).scope).toBe('7');
    expect(fact({ text: 'x' }).scope).toBeUndefined();
  });

  it('gets the same id for the same content, and different ids otherwise', () => {
    const id = (line: object) => turn(line).source?.externalId;
    const line = { text: 'x', session: 's', sequence: 1, time: '2026-01-01', speaker: 'Ada' };
    expect(id(line)).toBe(id({ ...line }));
    const others = [
      { ...line, text: 'y' },
      { ...line, sequence: 2 },
      { ...line, speaker: 'Bo' },
      { ...line, time: '2026-01-02' },
      { ...line, scope: 'other' },
    ];
    expect(new Set([line, ...others].map(id)).size).toBe(6);
  });

  it('treats null as missing', () => {
    expect(fact({ text: 'x', speaker: null, tags: null }).input.source.speaker).toBeUndefined();
  });

  it.each([
    [7, 'the line'],
    [['x'], 'the line'],
    [{}, 'content'],
    [{ text: 7 }, 'text'],
    [{ text: 'x', scope: 7 }, 'scope'],
    [{ text: 'x', id: '' }, 'id'],
    [{ text: 'x', sequence: '1' }, 'sequence'],
    [{ text: 'x', importance: 'high' }, 'importance'],
    [{ text: 'x', tags: 'a,b' }, 'tags'],
    [{ text: 'x', time: 1_700_000_000 }, 'time'],
    [{ text: 'x', source: [] }, 'source'],
    [{ text: 'x', on_conflict: 'keepBoth' }, 'on_conflict'],
  ])('is refused: %j (names %s)', (line, field) => {
    expect(() => item(line)).toThrow(field);
  });
});
