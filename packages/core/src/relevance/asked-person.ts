import type { Candidate } from '@mneme/contract';
import {
  type AnalysedQuery,
  aboutSpeaker,
  analyse,
  isConversation,
  isRole,
  patternFor,
} from '@mneme/language/text';

/** Whom a query names, and what that means for each candidate. */
export interface AskedPerson {
  /** The query names somebody who speaks in the memories. */
  asked: boolean;
  /** One for each candidate: the named person said it. */
  saidBy: boolean[];
  /**
   * One for each candidate: 1 if it is about the named person, -1 if it is about the person that one talks to, 0 if
   * nobody is named.
   */
  tells: number[];
  /** Places of the query's terms that form the name. */
  nameTerms: ReadonlySet<number>;
  /** Places of terms that are written like names and that no speaker has. */
  otherNames: number[];
  /** It names only people who do not speak in the memories, although those who speak have names. */
  namesNobodyHere: boolean;
}

/** A capital inside a sentence, or at its start with a possessive: `Caroline's dog`. */
const writtenName = patternFor(
  String.raw`(?<=[\p{L}\p{N},;]["')]? +["'(]?)[\p{Lu}][\p{L}\p{M}]+|(?<![\p{L}\p{M}])[\p{Lu}][\p{L}\p{M}]+(?=['’]s(?![\p{L}]))`,
  'gu',
);

/**
 * `What did Ada plant?` is about what Ada said of herself, or what Bob said of her (`your roses, Ada`). If the best hit
 * is about Bob, the question may be about the wrong person.
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
  const written = isConversation(query.text)
    ? []
    : (query.text.match(writtenName(query.text)) ?? []);
  const otherNames = termsOf(written).filter((place) => !nameTerms.has(place));
  return {
    asked,
    saidBy,
    tells: candidates.map(({ record }, place) => {
      if (!asked || speakers[place] === undefined) return 0;
      return saidBy[place] ? aboutSpeaker(record.content) : -aboutSpeaker(record.content);
    }),
    nameTerms,
    otherNames,
    namesNobodyHere:
      !asked &&
      otherNames.length > 0 &&
      speakers.some((speaker) => speaker !== undefined && !isRole(speaker)),
  };
}
