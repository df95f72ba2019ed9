import type { Turn } from './conversation.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Questions with known answers: a few words that occur in only one turn must find that turn. The turns are spread over
 * the conversation.
 */
export function rareWordQuestions(
  turns: readonly Turn[],
  { count = 6, wordsEach = 3 }: { count?: number; wordsEach?: number } = {},
): { text: string; expect: string[] }[] {
  const words = turns.map((turn) => telling(turn.content));
  const holders = new Map<string, number>();
  for (const ofTurn of words)
    for (const word of ofTurn) holders.set(word, (holders.get(word) ?? 0) + 1);

  const candidates = turns.map((turn, index) => {
    const rare = [...(words[index] ?? [])].filter((word) => holders.get(word) === 1);
    return { turn, rare: rare.sort((a, b) => b.length - a.length).slice(0, wordsEach) };
  });
  const usable = candidates.filter(({ rare }) => rare.length >= wordsEach);
  const picked = usable.length === 0 ? candidates.filter(({ rare }) => rare.length > 0) : usable;
  const step = Math.max(1, picked.length / count);
  return Array.from(
    { length: Math.min(count, picked.length) },
    (_, index) => picked[Math.floor(index * step)]!,
  ).map(({ turn, rare }) => ({ text: rare.join(' '), expect: [turn.externalId] }));
}

/** Content words: at least four letters, or two Chinese, Japanese or Korean characters. */
function telling(text: string): Set<string> {
  const found = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(text.toLowerCase())) {
    const long =
      /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}$/u.test(
        segment,
      );
    if (isWordLike && (long || /^\p{L}{4,}$/u.test(segment))) found.add(segment);
  }
  return found;
}
