/**
 * Asks at most every `maxAgeMs`, one question at a time: whoever asks in between gets the last answer. Anybody may ask
 * whether a server is ready, so asking must cost nothing.
 */
export function askedRarely<Answer>(
  ask: () => Promise<Answer>,
  { maxAgeMs, now }: { maxAgeMs: number; now: () => number },
): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  let answeredAt: number | undefined;
  return () => {
    if (answer === undefined || (answeredAt !== undefined && now() - answeredAt >= maxAgeMs)) {
      answeredAt = undefined;
      answer = ask().finally(() => {
        answeredAt = now();
      });
    }
    return answer;
  };
}
