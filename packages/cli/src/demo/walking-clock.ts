/** A clock at the current place of the conversation. It never goes back. */
export interface WalkingClock {
  now(): Date;
  /** Moves forward to this time; an earlier time, or none, moves it by a second, so that the order stays visible. */
  walkTo(time: string | undefined): void;
}

const secondMs = 1000;

export function walkingClock({ fallback }: { fallback: () => Date }): WalkingClock {
  let current: number | undefined;
  return {
    now: () => (current === undefined ? fallback() : new Date(current)),
    walkTo(time) {
      const there = time === undefined ? Number.NaN : new Date(time).getTime();
      if (current === undefined) current = Number.isNaN(there) ? fallback().getTime() : there;
      else current = there > current ? there : current + secondMs;
    },
  };
}
