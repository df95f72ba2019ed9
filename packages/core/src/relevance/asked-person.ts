import type { Candidate } from '../contract/index.ts';
import { type AnalysedQuery, analyse, queryNames } from '../text/index.ts';

/** Whom a query names among those who speak in the memories, and what that says of each candidate. */
export interface AskedPerson {
  /** One a candidate: the named person said it. */
  saidBy: boolean[];
  /** Places of the query's terms that make up the name. */
  nameTerms: ReadonlySet<number>;
  /**
   * How much better the best memory of someone else fits than the best of the named person, in units of `evidence`;
   * 0 where it does not, where nobody is named, or where one of the two has said nothing.
   */
  bestOtherSpeaker: number;
}

/**
 * `What did Ada plant?` is about what Ada said. Where what fits it best was said by Bob, and does not mention Ada, the
 * right thing may be asked of the wrong person. `evidence` is what speaks for each candidate, names left aside;
 * undefined for one that no arm found.
 */
export function askedPerson(
  candidates: readonly Candidate[],
  evidence: readonly (number | undefined)[],
  { text, terms }: AnalysedQuery,
): AskedPerson {
  const names = queryNames(text);
  const saidBy = candidates.map(({ record: { source } }) =>
    source.speaker === undefined ? false : names.has(source.speaker),
  );
  const nameWords = new Set(
    candidates.flatMap(({ record: { source } }, index) =>
      saidBy[index] ? analyse(source.speaker?.split(/\s+/u)[0] ?? '') : [],
    ),
  );
  const nameTerms = new Set(
    [...terms.keys()].filter((index) => nameWords.has(terms[index] as string)),
  );
  const mentions = ({ arms, termFrequencies }: Candidate) =>
    arms.lexical && [...nameTerms].some((index) => (termFrequencies[index] ?? 0) > 0);
  let [own, other] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [index, candidate] of candidates.entries()) {
    const value = evidence[index];
    if (value === undefined || candidate.record.source.speaker === undefined) continue;
    if (saidBy[index]) own = Math.max(own, value);
    else if (!mentions(candidate)) other = Math.max(other, value);
  }
  const both = Number.isFinite(own) && Number.isFinite(other);
  return { saidBy, nameTerms, bestOtherSpeaker: both ? Math.max(0, other - own) : 0 };
}
