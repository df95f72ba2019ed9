/** Work that pauses between its statements, so that a thread can answer others meanwhile. */
export type Steps<T> = Generator<void, T, void>;

/** All of it at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
