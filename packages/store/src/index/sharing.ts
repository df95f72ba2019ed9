import { newestOfTerm } from '@mneme/core/backend';
import type { Heads } from './heads.ts';
import type { TermRows } from './word-range.ts';

/** Number of rows whose vectors a look-up compares. */
export const comparedRows = 24;

/**
 * Places of current rows of a kind that share terms with a text, most shared terms first, then newest first. Unlike a
 * scan of vectors, the work does not grow with the scope. Rare terms count more: of a hundred citizens of Norway the
 * one with the name comes first.
 */
export function placesSharing(
  { heads: { kind, validTo, expiresAt } }: { heads: Heads },
  terms: readonly TermRows[],
  { kind: wanted, now }: { kind: number; now: number },
): number[] {
  const shared = new Map<number, number>();
  for (const { places } of terms) {
    let found = 0;
    const weight = 1 / Math.sqrt(places.length);
    for (let at = places.length - 1; at >= 0 && found < newestOfTerm; at--) {
      const place = places[at] as number;
      if (kind[place] !== wanted || validTo[place] !== Number.POSITIVE_INFINITY) continue;
      if ((expiresAt[place] as number) <= now) continue;
      shared.set(place, (shared.get(place) ?? 0) + weight);
      found += 1;
    }
  }
  return [...shared]
    .sort((a, b) => b[1] - a[1] || b[0] - a[0])
    .slice(0, comparedRows)
    .map(([place]) => place);
}
