import { inverseDocumentFrequency, type LexicalStatistics } from '@mneme/engine/contract';

/** Anything with some of the query's words. */
interface CountedWords {
  termFrequencies: readonly number[];
}

/** Minimum number of records for word rarity, because a handful says nothing about it. */
const fewestRecords = 300;

/** How rare each of the query's words is in the scope. */
export function raritiesOf({ documentFrequencies, count }: LexicalStatistics): number[] {
  const background = Math.max(count, fewestRecords);
  return documentFrequencies.map((frequency) => inverseDocumentFrequency(frequency, background));
}

/** The share of the rarity that several cover together, and the rarest word that one of them has. */
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
