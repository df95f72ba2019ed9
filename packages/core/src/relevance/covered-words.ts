/** Anything with some of the query's words. */
interface CountedWords {
  termFrequencies: readonly number[];
}

/** The share of the rarity that several cover together, and the rarest word that one of them has. */
export function coveredBy(
  several: readonly CountedWords[],
  rarities: readonly number[],
  { without }: { without?: ReadonlySet<number> } = {},
): { covered: number; rarest: number } {
  let [covered, rarest] = [0, 0];
  if (several.length === 0) return { covered, rarest };
  for (let term = 0; term < rarities.length; term++) {
    if (without?.has(term)) continue;
    let held = false;
    for (const { termFrequencies } of several) held ||= (termFrequencies[term] ?? 0) > 0;
    if (!held) continue;
    covered += rarities[term] as number;
    rarest = Math.max(rarest, rarities[term] as number);
  }
  return { covered, rarest };
}
