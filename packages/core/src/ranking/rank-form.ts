import type { MemoryRecord } from '@mneme/engine/contract';
import { type AnalysedQuery, isAssistant, toldOfTeller } from '@mneme/language/text';
import type { Board } from './board.ts';
import { namedTime } from './named-time.ts';
import { asksAboutAuthor } from './query-author.ts';
import type { RankWeights } from './rank-weights.ts';
import { asksWhen, tellsWhen } from './told-time.ts';

/** Checks something about a memory beside words and meaning, for or against it. 0: nothing. */
interface Trait {
  name: string;
  value(record: MemoryRecord): number;
  why(record: MemoryRecord): string;
}

const endsAsking = /[?？]\s*$/;

interface FormRequest {
  /** The speakers that the query names, each with the form in the query. */
  named: ReadonlyMap<string, string>;
  /** The part of the query whose times count. */
  asked: string;
  now: string;
  weights: RankWeights;
}

/** Scores for the form of a memory, its speaker and its time. Checks that the query does not need are skipped. */
export function addForm(
  board: Board,
  { query, ...known }: FormRequest & { query: AnalysedQuery },
): void {
  const recordAt = (place: number) => board.candidates[place]?.record as MemoryRecord;
  for (const { name, value, why } of traitsFor(query, known)) {
    const give = board.part(name, (place) => why(recordAt(place)));
    for (const [at, { record }] of board.candidates.entries()) {
      const given = value(record);
      if (given !== 0) give(at, given);
    }
  }
}

function traitsFor({ text }: AnalysedQuery, { named, asked, now, weights }: FormRequest): Trait[] {
  const traits: Trait[] = [
    {
      name: 'question',
      value: ({ content }) => (endsAsking.test(content.slice(-longestEnd)) ? -weights.question : 0),
      why: () => 'it asks, it does not tell',
    },
  ];
  if (named.size > 0)
    traits.push({
      name: 'speaker',
      value: ({ source: { speaker = '' } }) => (named.has(speaker) ? weights.speaker : 0),
      why: ({ source: { speaker = '' } }) => {
        const name = named.get(speaker);
        return name === speaker ? `the query names ${name}` : `${speaker} is called ${name}`;
      },
    });
  const ofAuthor = asksAboutAuthor(text);
  if (named.size > 0 || ofAuthor) traits.push(toldOf({ named, weights }));
  if (ofAuthor)
    traits.push({
      name: 'queryAuthor',
      value: ({ source: { speaker } }) => (isAssistant(speaker) ? -weights.queryAuthor : 0),
      why: () => 'the query is about the one who asks',
    });
  if (asksWhen(text))
    traits.push({
      name: 'tells when',
      value: ({ content }) => (tellsWhen(content) ? weights.tellsWhen : 0),
      why: () => 'the query asks for a time',
    });
  const inTime = namedTime(asked, now);
  if (inTime !== undefined)
    traits.push({
      name: 'time',
      value: ({ occurredAt }) => weights.time * inTime(occurredAt),
      why: ({ occurredAt }) => `the query names the time of ${occurredAt}`,
    });
  return traits;
}

/** Where a question mark is looked for: seldom more than a space follows it. */
const longestEnd = 200;

/** Turns in which a named person speaks of himself answer better than turns about somebody else. */
function toldOf({ named, weights }: Pick<FormRequest, 'named' | 'weights'>): Trait {
  const value = ({ content, source: { speaker } }: MemoryRecord) => {
    if (named.size > 0)
      return named.has(speaker ?? '') ? weights.told * (toldOfTeller(content) - 0.5) : 0;
    return isAssistant(speaker)
      ? 0
      : weights.toldOfAuthor * Math.min(0, toldOfTeller(content) - 0.5);
  };
  return {
    name: 'told',
    value,
    why: (record) =>
      `it tells more of the one ${value(record) > 0 ? 'who says it' : 'who is spoken to'}`,
  };
}
