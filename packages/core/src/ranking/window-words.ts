/** What BM25 counts of a record. */
export interface CountedWords {
  termFrequencies: readonly number[];
  /** In terms. */
  length: number;
}

/**
 * A turn's words together with a share (0..1) of those of the turns directly before and after it: `Which one?` and
 * `The red bike` are found by a query for a bike that was chosen only together. The length is made that of one turn
 * again, so that a turn at the edge of what is known counts like any other.
 */
export function withNeighbourWords(
  own: CountedWords,
  { beside, share }: { beside: readonly CountedWords[]; share: number },
): CountedWords {
  if (beside.length === 0 || share === 0) return own;
  const termFrequencies = [...own.termFrequencies];
  let { length } = own;
  for (const turn of beside) {
    for (const [index, frequency] of turn.termFrequencies.entries())
      termFrequencies[index] = (termFrequencies[index] ?? 0) + share * frequency;
    length += share * turn.length;
  }
  return { termFrequencies, length: length / (1 + share * beside.length) };
}
