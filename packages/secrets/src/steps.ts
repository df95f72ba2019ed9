/** Work that may pause at each `yield`, so that the caller can run other work. */
export type Steps<Result> = Generator<undefined, Result>;

/** The result, without a pause. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
