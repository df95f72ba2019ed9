/**
 * Asks at most every `maxAgeMs`, one question at a time: whoever asks in between gets the last answer. Anybody may ask
 * whether a server is ready, so asking must cost nothing.
 */
export function askedRarely(
  ask: () => Promise<unknown>,
  { maxAgeMs, now }: { maxAgeMs: number; now: () => number },
): () => Promise<unknown> {
  let answer: Promise<unknown> | undefined;
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
