import type { Candidate, SearchResponse } from '@mneme/contract';
import {
  type AnalysedQuery,
  analyse,
  foldText,
  isAssistant,
  patternFor,
  queryNames,
} from '@mneme/language/text';
import { spelledAlike } from './spelled-alike.ts';

/** How often a form of address must occur to count as a name, because a single one may be about somebody else. */
const fewestAddresses = 2;
/** Share of these addresses that must mean the same speaker. */
const oneSpeaker = 0.8;
const word = patternFor(String.raw`[\p{L}][\p{L}\p{M}'’-]*`, 'gu');
const capital = patternFor(String.raw`^[\p{Lu}]`, 'u');

/**
 * The speakers that a query names: by name, by another spelling that nobody in the scope has (`Mohamed` for Muhammad),
 * or by what others call them (`Mel`, if Caroline says "Hey Mel!" to Melanie). Each with the form in the query.
 */
export function namedSpeakers(
  query: AnalysedQuery,
  { candidates, statistics }: SearchResponse,
): Map<string, string> {
  const speakers = new Set<string>();
  for (const { record } of candidates)
    if (record.source.speaker !== undefined) speakers.add(record.source.speaker);
  const named = new Map<string, string>();
  if (speakers.size === 0) return named;
  const names = queryNames(query.text);
  const parts = new Set([...speakers].flatMap(analyse));
  for (const speaker of speakers) if (names.has(speaker)) named.set(speaker, speaker);
  for (const other of new Set(query.text.match(word(query.text)))) {
    const [term = ''] = analyse(other);
    const place = query.terms.indexOf(term);
    if (place < 0 || parts.has(term)) continue;
    const speaker =
      (statistics[0]?.documentFrequencies[place] ?? 0) === 0
        ? only([...speakers].filter((one) => spelledAlike(plainName(other), plainName(one))))
        : capital(other).test(other)
          ? addressedAs(other, candidates, place)
          : undefined;
    if (speaker !== undefined && !named.has(speaker)) named.set(speaker, other);
  }
  return named;
}

/** The first word of a name in lower case; not its index term, because stemming would shorten some names. */
function plainName(name: string): string {
  const plain = foldText(name).toLowerCase();
  const [first = ''] = plain.match(word(plain)) ?? [];
  return first.replace(/['’]s?$/u, '');
}

function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** The speaker whom the others call by that name, if a session has two sides. */
function addressedAs(
  name: string,
  candidates: readonly Candidate[],
  place: number,
): string | undefined {
  const said = candidates.filter(({ found }) => (found[0]?.termFrequencies[place] ?? 0) > 0);
  // `Hey Mel!`, `Mel, look`, `thanks, Mel.`: at a punctuation mark, after nothing but a greeting or a comma.
  const address = new RegExp(
    String.raw`(?:^|[.!?,]\s*)(?:(?:hey|hi|hello|thanks|thank you|wow|oh|yeah|yes|no|so|dear|congrats|good morning|good night|bye)[, ]+)*${name}(?:\s*[,.!?]|$)`,
    'iu',
  );
  const addressing = said.filter(({ record }) => address.test(record.content));
  if (addressing.length < fewestAddresses) return undefined;
  const sides = new Map<string, Set<string>>();
  for (const { record } of candidates) {
    const { session, speaker } = record.source;
    // A text that an assistant writes, such as a letter, may address somebody else.
    if (session === undefined || speaker === undefined || isAssistant(speaker)) continue;
    const known = sides.get(session);
    if (known) known.add(speaker);
    else sides.set(session, new Set([speaker]));
  }
  const votes = new Map<string, number>();
  for (const { record } of addressing) {
    const { session, speaker } = record.source;
    const both = sides.get(session ?? '');
    if (speaker === undefined || both?.size !== 2) continue;
    for (const side of both) if (side !== speaker) votes.set(side, (votes.get(side) ?? 0) + 1);
  }
  const all = [...votes.values()].reduce((sum, count) => sum + count, 0);
  const [best] = [...votes].sort(([, one], [, other]) => other - one);
  return best && best[1] >= fewestAddresses && best[1] >= oneSpeaker * all ? best[0] : undefined;
}
