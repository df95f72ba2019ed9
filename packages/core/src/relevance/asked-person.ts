import type { Candidate } from '../contract/index.ts';
import { type AnalysedQuery, analyse, queryNames } from '../text/index.ts';

/** Whom a query names among those who speak in the memories, and what that says of each candidate. */
export interface AskedPerson {
  /** One a candidate: the named person said it. */
  saidBy: boolean[];
  /** One a candidate: someone else said it, and does not mention the named person. */
  saidByOther: boolean[];
  /** Places of the query's terms that make up the name. */
  nameTerms: ReadonlySet<number>;
}

/**
 * `What did Ada plant?` is about what Ada said. Where what fits it best was said by Bob, and does not mention Ada, the
 * right thing may be asked of the wrong person.
 */
export function askedPerson(
  candidates: readonly Candidate[],
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
  const saidByOther = candidates.map(
    ({ record, arms, termFrequencies }, index) =>
      nameTerms.size > 0 &&
      record.source.speaker !== undefined &&
      !saidBy[index] &&
      !(arms.lexical && [...nameTerms].some((term) => (termFrequencies[term] ?? 0) > 0)),
  );
  return { saidBy, saidByOther, nameTerms };
}
