import { describe, expect, it } from 'vitest';
import { walkingClock } from './walking-clock.ts';

describe('walkingClock', () => {
  it('returns the time of the current turn and never goes back', () => {
    const clock = walkingClock({ fallback: () => new Date('2030-01-01T00:00:00Z') });
    clock.walkTo('2026-03-01T09:00:00Z');
    clock.walkTo('2026-02-01T09:00:00Z');
    clock.walkTo(undefined);
    expect(clock.now().toISOString()).toBe('2026-03-01T09:00:02.000Z');
  });

  it('returns the real time if no turn has a time', () => {
    const clock = walkingClock({ fallback: () => new Date('2030-01-01T00:00:00Z') });
    expect(clock.now().toISOString()).toBe('2030-01-01T00:00:00.000Z');
    clock.walkTo(undefined);
    expect(clock.now().toISOString()).toBe('2030-01-01T00:00:00.000Z');
  });

  it('advances with the real clock from the last turn', () => {
    let real = Date.parse('2030-01-01T00:00:00Z');
    const clock = walkingClock({ fallback: () => new Date(real) });
    clock.walkTo('2026-03-01T09:00:00Z');
    clock.goOn();
    real += 5000;
    expect(clock.now().toISOString()).toBe('2026-03-01T09:00:05.000Z');
  });
});
