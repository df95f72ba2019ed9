import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysBetween, defaultDecay, effectiveImportance, halfLifeOf } from './decay.ts';

const importance = fc.integer({ min: 1, max: 5 });
const days = fc.double({ min: 0, max: 10_000, noNaN: true });
const halfLife = fc.double({ min: 0.5, max: 5_000, noNaN: true });

describe('effectiveImportance', () => {
  it('halves with every half-life', () => {
    expect(effectiveImportance(4, 0, 30)).toBe(4);
    expect(effectiveImportance(4, 30, 30)).toBeCloseTo(2, 12);
    expect(effectiveImportance(4, 60, 30)).toBeCloseTo(1, 12);
  });

  it.each([0, Number.POSITIVE_INFINITY])('does not fade with a half-life of %d', (never) => {
    expect(effectiveImportance(3, 10_000, never)).toBe(3);
  });

  it('is the full importance for a time in the future', () => {
    expect(effectiveImportance(3, -5, 30)).toBe(3);
  });

  it('never grows with age, stays within 0 and the importance, and keeps the order of importance', () => {
    fc.assert(
      fc.property(importance, days, days, halfLife, (value, age, more, life) => {
        const now = effectiveImportance(value, age, life);
        expect(effectiveImportance(value, age + more, life)).toBeLessThanOrEqual(now);
        expect(now).toBeGreaterThanOrEqual(0);
        expect(now).toBeLessThanOrEqual(value);
        expect(effectiveImportance(value + 1, age, life)).toBeGreaterThanOrEqual(now);
      }),
    );
  });
});

describe('halfLifeOf', () => {
  it('is 30 days, unless configured for all or for the category', () => {
    expect(halfLifeOf('relationship', defaultDecay)).toBe(30);
    const decay = { halfLifeDays: 7, byCategory: { relationship: 0 } };
    expect(halfLifeOf('relationship', decay)).toBe(0);
    expect(halfLifeOf('task_progress', decay)).toBe(7);
  });
});

describe('daysBetween', () => {
  it('counts days and parts of days, backwards too', () => {
    expect(daysBetween('2026-03-01T00:00:00.000Z', '2026-03-02T12:00:00.000Z')).toBe(1.5);
    expect(daysBetween('2026-03-02T00:00:00.000Z', '2026-03-01T00:00:00.000Z')).toBe(-1);
  });
});
