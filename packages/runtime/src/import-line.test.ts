import { describe, expect, it } from 'vitest';
import { importItem } from './import-line.ts';

const defaults = { scope: 'default' };
const item = (line: unknown) => importItem(line, defaults);

describe('importItem', () => {
  it('reads all that a line may say', () => {
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
      scope: 'user:ada',
      replaced: false,
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
        onConflict: 'supersede',
      },
    });
  });

  it('keeps a turn of a session as it was said, and lets a fact replace what it contradicts', () => {
    const policy = (line: object) => item({ text: 'x', ...line }).input.onConflict;
    expect(policy({ session: 's' })).toBe('upsert');
    expect(policy({ session: 's', category: 'user_preference' })).toBe('supersede');
    expect(policy({})).toBe('supersede');
    expect(policy({ on_conflict: 'merge' })).toBe('merge');
    const line = { text: 'x', session: 's', on_conflict: 'merge' };
    expect(importItem(line, { ...defaults, onConflict: 'reject' }).input.onConflict).toBe('reject');
  });

  it('takes a line of a session for an episode, unless it names a category or its kind', () => {
    const kindOf = ({ input: { kind, category } }: ReturnType<typeof item>) => [kind, category];
    const turn = { text: 'x', session: 's', sequence: 1 };
    expect(kindOf(item(turn))).toEqual(['episode', undefined]);
    expect(kindOf(item({ text: 'x', session: 's' }))).toEqual(['episode', undefined]);
    expect(kindOf(importItem(turn, { ...defaults, category: 'decision_log' }))).toEqual([
      'episode',
      undefined,
    ]);
    expect(kindOf(item({ ...turn, category: 'decision_log' }))).toEqual(['fact', 'decision_log']);
    expect(kindOf(item({ ...turn, kind: 'fact' }))).toEqual(['fact', undefined]);
    expect(kindOf(item({ text: 'x' }))).toEqual(['fact', undefined]);
    const old = { ...turn, category: 'factual_knowledge', confirmed_at: '2026-01-01' };
    expect(kindOf(item(old))).toEqual(['episode', undefined]);
    expect(kindOf(item({ ...old, sequence: undefined }))).toEqual(['fact', 'factual_knowledge']);
  });

  it('fills in what the line does not say', () => {
    const filled = importItem(
      { content: 'x' },
      { scope: 'team', category: 'decision_log', importance: 4 },
    );
    expect(filled).toMatchObject({
      scope: 'team',
      input: { category: 'decision_log', importance: 4 },
    });
  });

  it('makes the same id for the same line, and another for another', () => {
    const id = (line: object) => item(line).input.source.externalId;
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

  it('takes null for absent', () => {
    expect(item({ text: 'x', speaker: null, tags: null }).input.source.speaker).toBeUndefined();
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
  ])('refuses %j and names %s', (line, field) => {
    expect(() => item(line)).toThrow(field);
  });
});

describe('the scope of all lines', () => {
  it('wins over what a line says', () => {
    const line = { text: 'x', scope: 'bob' };
    expect(importItem(line, { scope: 'ada', everyScope: true }).scope).toBe('ada');
    expect(importItem(line, { scope: 'ada' }).scope).toBe('bob');
  });
});
