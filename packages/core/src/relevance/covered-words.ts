import { inverseDocumentFrequency, type LexicalStatistics } from '@mneme/engine/contract';

/** What holds some of the query's words. */
interface CountedWords {
  termFrequencies: readonly number[];
}

/** A handful of records says nothing of how rare a word is, so none counts as fewer than these. */
const fewestRecords = 300;

/** How rare each of the query's words is in the scope. */
export function raritiesOf({ documentFrequencies, count }: LexicalStatistics): number[] {
  const background = Math.max(count, fewestRecords);
  return documentFrequencies.map((frequency) => inverseDocumentFrequency(frequency, background));
}

/** What of the rarity several cover together, and the rarest word that one of them has. */
export function coveredBy(
  several: readonly CountedWords[],
  rarities: readonly number[],
  { without }: { without?: ReadonlySet<number> } = {},
): { covered: number; rarest: number } {
  let [covered, rarest] = [0, 0];
  for (const [term, rarity] of rarities.entries()) {
    if (without?.has(term)) continue;
    if (!several.some(({ termFrequencies }) => (termFrequencies[term] ?? 0) > 0)) continue;
    covered += rarity;
    rarest = Math.max(rarest, rarity);
  }
  return { covered, rarest };
}
