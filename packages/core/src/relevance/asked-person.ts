import type { Candidate } from '@mneme/engine/contract';
import {
  type AnalysedQuery,
  analyse,
  isConversation,
  isRole,
  toldOfTeller,
} from '@mneme/language/text';

/** Whom a query names, and what that says of each candidate. */
export interface AskedPerson {
  /** The query names somebody who speaks in the memories. */
  asked: boolean;
  /** One a candidate: the named person said it. */
  saidBy: boolean[];
  /** One a candidate: 1 where it tells of the named person, -1 where of whom that one talks to, 0 where nobody is named. */
  tells: number[];
  /** Places of the query's terms that make up the name. */
  nameTerms: ReadonlySet<number>;
  /** Places of those that the query writes like names, and that no speaker has. */
  otherNames: number[];
  /** It names people, none of whom speaks in the memories, where those who speak have names. */
  namesNobodyHere: boolean;
}

/** A capital inside a sentence, or at its start with a possessive: `Caroline's dog`. */
const writtenName =
  /(?<=[\p{L}\p{N},;]["')]? +["'(]?)\p{Lu}[\p{L}\p{M}]+|(?<![\p{L}\p{M}])\p{Lu}[\p{L}\p{M}]+(?=['’]s(?!\p{L}))/gu;

/**
 * `What did Ada plant?` is about what Ada told of herself, or Bob of her (`your roses, Ada`). Where what fits best tells
 * of Bob, the right thing may be asked of the wrong person.
 */
export function askedPerson(
  candidates: readonly Pick<Candidate, 'record'>[],
  { query, named }: { query: AnalysedQuery; named: ReadonlyMap<string, string> },
): AskedPerson {
  const termsOf = (words: readonly string[]) => {
    const known = new Set(words.flatMap(analyse));
    return [...query.terms.keys()].filter((place) => known.has(query.terms[place] as string));
  };
  const nameTerms = new Set(
    termsOf(
      [...named].map(([speaker, written]) =>
        written === speaker ? (speaker.split(/\s+/u)[0] as string) : written,
      ),
    ),
  );
  const asked = nameTerms.size > 0;
  const speakers = candidates.map(({ record }) => record.source.speaker);
  const saidBy = speakers.map((speaker) => speaker !== undefined && named.has(speaker));
  const written = isConversation(query.text) ? [] : (query.text.match(writtenName) ?? []);
  const otherNames = termsOf(written).filter((place) => !nameTerms.has(place));
  return {
    asked,
    saidBy,
    tells: candidates.map(({ record }, place) => {
      if (!asked || speakers[place] === undefined) return 0;
      return saidBy[place] ? toldOfTeller(record.content) : -toldOfTeller(record.content);
    }),
    nameTerms,
    otherNames,
    namesNobodyHere:
      !asked &&
      otherNames.length > 0 &&
      speakers.some((speaker) => speaker !== undefined && !isRole(speaker)),
  };
}
