import type { Steps } from '@mneme/secrets';

/** Lets whatever waits for this thread go first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** The result of work that others may interrupt at each of its pauses. Short work has none, and takes no turn. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}
