/** A clock that follows the conversation. It never goes back. */
export interface WalkingClock {
  now(): Date;
  /** Moves forward to this time; for an earlier time, by a second, so that the order stays visible. */
  walkTo(time: string | undefined): void;
  /** Runs like the real clock, from its current place on. */
  goOn(): void;
}

const secondMs = 1000;

export function walkingClock({ fallback }: { fallback: () => Date }): WalkingClock {
  let current: number | undefined;
  let since: number | undefined;
  const real = () => fallback().getTime();
  return {
    now: () => new Date((current ?? real()) + (since === undefined ? 0 : real() - since)),
    walkTo(time) {
      const there = time === undefined ? Number.NaN : new Date(time).getTime();
      if (current === undefined) current = Number.isNaN(there) ? real() : there;
      else current = there > current ? there : current + secondMs;
    },
    goOn() {
      since = real();
    },
  };
}
