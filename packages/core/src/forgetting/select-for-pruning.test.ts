import { type Importance, memoryCategories, memoryKinds, type ScanRow } from '@mneme/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultDecay, effectiveImportance, halfLifeOf } from './decay.ts';
import { selectForPruning } from './select-for-pruning.ts';

const now = '2026-03-01T09:00:00.000Z';
const daysAgo = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString();
const row = (id: string, changes: Partial<ScanRow> = {}): ScanRow => ({
  id,
  kind: 'fact',
  category: 'factual_knowledge',
  importance: 3,
  confirmedAt: daysAgo(0),
  version: 1,
  ...changes,
});

const select = (rows: readonly ScanRow[], maxRecords: number, decay = defaultDecay) =>
  selectForPruning(rows, { now, maxRecords, decay });

const anyRow = fc.record(
  {
    id: fc.uuid(),
    kind: fc.constantFrom(...memoryKinds),
    category: fc.constantFrom(...memoryCategories),
    importance: fc.integer({ min: 1, max: 5 }).map((value) => value as Importance),
    confirmedAt: fc.integer({ min: -5, max: 400 }).map(daysAgo),
    version: fc.constant(1),
    expiresAt: fc.integer({ min: -50, max: 50 }).map(daysAgo),
    supersededBy: fc.uuid(),
  },
  { requiredKeys: ['id', 'kind', 'importance', 'confirmedAt', 'version'] },
);
const anyRows = fc.uniqueArray(anyRow, { selector: ({ id }) => id, maxLength: 60 });

describe('selectForPruning', () => {
  it('selects nothing below the cap', () => {
    const rows = [row('a'), row('b')];
    expect(select(rows, 2)).toEqual({ expired: [], overCap: [] });
  });

  it('selects records at the instant they expire, even below the cap', () => {
    const rows = [
      row('later', { expiresAt: '2026-03-01T09:00:00.001Z' }),
      row('now', { expiresAt: now }),
      row('before', { expiresAt: daysAgo(1), importance: 5 }),
    ];
    expect(select(rows, Infinity)).toEqual({ expired: ['before', 'now'], overCap: [] });
  });

  it('does not count expired records against the cap', () => {
    const rows = [row('a', { expiresAt: daysAgo(1) }), row('b'), row('c')];
    expect(select(rows, 2).overCap).toEqual([]);
  });

  it('selects the lowest effective importance, not the lowest stored one', () => {
    const rows = [
      row('old', { importance: 4, confirmedAt: daysAgo(90) }),
      row('new', { importance: 1 }),
    ];
    expect(select(rows, 1).overCap).toEqual(['old']);
    expect(select(rows, 1, { halfLifeDays: 0 }).overCap).toEqual(['new']);
  });

  it('lets each category fade at its own rate', () => {
    const confirmedAt = daysAgo(60);
    const rows = [
      row('fact', { confirmedAt }),
      row('kept', { confirmedAt, category: 'relationship' }),
    ];
    const decay = { halfLifeDays: 30, byCategory: { relationship: 0 } };
    expect(select(rows, 1, decay).overCap).toEqual(['fact']);
  });

  it('breaks ties: superseded first, then the oldest confirmation, then id', () => {
    const rows = [
      row('d'),
      row('c'),
      row('b', { confirmedAt: daysAgo(1) }),
      row('a', { supersededBy: 'd' }),
    ];
    const { overCap } = select(rows, 0, { halfLifeDays: 0 });
    expect(overCap).toEqual(['a', 'b', 'c', 'd']);
  });

  it('selects each record at most once, and exactly as many as exceed the cap', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(60), (rows, maxRecords) => {
        const { expired, overCap } = select(rows, maxRecords);
        expect(new Set([...expired, ...overCap]).size).toBe(expired.length + overCap.length);
        expect(overCap).toHaveLength(Math.max(0, rows.length - expired.length - maxRecords));
        const isExpired = ({ expiresAt }: ScanRow) => expiresAt !== undefined && expiresAt <= now;
        expect(new Set(expired)).toEqual(new Set(rows.filter(isExpired).map(({ id }) => id)));
      }),
    );
  });

  it('drops all episodes before any fact, and in each kind the least important first', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(60), (rows, maxRecords) => {
        const { expired, overCap } = select(rows, maxRecords);
        const worth = ({ importance, confirmedAt, category }: ScanRow) =>
          effectiveImportance(
            importance,
            (Date.parse(now) - Date.parse(confirmedAt)) / 86_400_000,
            halfLifeOf(category, defaultDecay),
          );
        const dropped = rows.filter(({ id }) => overCap.includes(id));
        const kept = rows.filter(({ id }) => !overCap.includes(id) && !expired.includes(id));
        for (const of of memoryKinds) {
          const worths = (some: ScanRow[]) => some.filter(({ kind }) => kind === of).map(worth);
          expect(Math.max(0, ...worths(dropped))).toBeLessThanOrEqual(Math.min(5, ...worths(kept)));
        }
        if (dropped.some(({ kind }) => kind === 'fact'))
          expect(kept.filter(({ kind }) => kind === 'episode')).toEqual([]);
      }),
    );
  });

  it('does not depend on the order of rows, and selects nothing in a second run', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(60), (rows, maxRecords) => {
        const selection = select(rows, maxRecords);
        expect(select([...rows].reverse(), maxRecords)).toEqual(selection);
        const gone = new Set([...selection.expired, ...selection.overCap]);
        const rest = rows.filter(({ id }) => !gone.has(id));
        expect(select(rest, maxRecords)).toEqual({ expired: [], overCap: [] });
      }),
    );
  });
});
