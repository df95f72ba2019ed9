/** A clock that stands where the conversation is. It never goes back. */
export interface WalkingClock {
  now(): Date;
  /** Goes forward to this time; an earlier one, or none, moves it by a second, so that order shows. */
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
