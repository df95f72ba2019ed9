import type { MemoryRecord } from '@mneme/contract';
import { type AnalysedQuery, aboutSpeaker, isAssistant } from '@mneme/language/text';
import { daysBetween } from '../forgetting/index.ts';
import type { Board } from './board.ts';
import { asksWhen, containsTime } from './contains-time.ts';
import { namedTime } from './named-time.ts';
import { asksAboutAuthor } from './query-author.ts';
import type { RankWeights } from './rank-weights.ts';

/** Something other than words and meaning that counts for or against a memory. 0: it does not count. */
interface Trait {
  name: string;
  value(record: MemoryRecord): number;
  why(record: MemoryRecord): string;
}

/** `recent` halves after each such number of days. */
const recentDays = 10;
/** Memories of this age or older get nothing for being recent. */
const longAgoDays = 60;
/** The name of a speaker counts less if he has more than this many times as many memories as the next speaker. */
const mostAsOften = 2;
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
  { query, ...request }: FormRequest & { query: AnalysedQuery },
): void {
  const recordAt = (place: number) => board.candidates[place]?.record as MemoryRecord;
  for (const { name, value, why } of traitsFor(query, { ...request, board })) {
    const give = board.part(name, (place) => why(recordAt(place)));
    for (const [at, { record }] of board.candidates.entries()) {
      const given = value(record);
      if (given !== 0) give(at, given);
    }
  }
}

/** How many of the turns each speaker has. Assistants are left out. */
function countSpeakers({ candidates }: Board): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { record } of candidates) {
    const { speaker } = record.source;
    if (record.kind === 'episode' && speaker !== undefined && !isAssistant(speaker))
      counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  }
  return counts;
}

/**
 * The share (0..1) of `weights.speaker` that counts for a named speaker. If two people talk, the name says whose turns
 * are wanted. If one speaker has most of the turns, as the owner of a phone does, his name says little.
 */
function tellingOf(speaker: string, turnsBySpeaker: ReadonlyMap<string, number>): number {
  const own = turnsBySpeaker.get(speaker) ?? 0;
  const others = [...turnsBySpeaker].filter(([other]) => other !== speaker);
  if (others.length === 0) return 1;
  const next = Math.max(...others.map(([, count]) => count));
  return Math.min(1, (mostAsOften * next) / own);
}

function traitsFor(
  { text }: AnalysedQuery,
  { board, named, asked, now, weights }: FormRequest & { board: Board },
): Trait[] {
  const traits: Trait[] = [
    {
      name: 'question',
      value: ({ content }) => (endsAsking.test(content.slice(-longestEnd)) ? -weights.question : 0),
      why: () => 'it is a question',
    },
  ];
  if (weights.opening > 0)
    traits.push({
      name: 'opening',
      value: ({ source: { sequence, speaker } }) =>
        sequence === 0 && !isAssistant(speaker) ? weights.opening : 0,
      why: () => 'it is the first turn of its session',
    });
  if (weights.recent > 0)
    traits.push({
      name: 'recent',
      value: ({ kind, occurredAt }) => {
        const days = Math.max(0, daysBetween(occurredAt, now));
        return kind === 'episode' && days < longAgoDays
          ? weights.recent * 2 ** (-days / recentDays)
          : 0;
      },
      why: ({ occurredAt }) => `said ${occurredAt.slice(0, 10)}, not long before the message`,
    });
  if (named.size > 0) {
    const turnsBySpeaker = countSpeakers(board);
    const telling = new Map(
      [...named.keys()].map((speaker) => [speaker, tellingOf(speaker, turnsBySpeaker)]),
    );
    traits.push({
      name: 'speaker',
      value: ({ source: { speaker = '' } }) => weights.speaker * (telling.get(speaker) ?? 0),
      why: ({ source: { speaker = '' } }) => {
        const name = named.get(speaker);
        const why = name === speaker ? `the query names ${name}` : `${speaker} is called ${name}`;
        return telling.get(speaker) === 1 ? why : `${why}, who has most of the turns`;
      },
    });
  }
  const ofAuthor = asksAboutAuthor(text);
  if (named.size > 0 || ofAuthor) traits.push(aboutTrait({ named, weights }));
  if (ofAuthor)
    traits.push({
      name: 'queryAuthor',
      value: ({ source: { speaker } }) => (isAssistant(speaker) ? -weights.queryAuthor : 0),
      why: () => 'the query is about its author',
    });
  if (asksWhen(text))
    traits.push({
      name: 'contains time',
      value: ({ content }) => (containsTime(content) ? weights.containsTime : 0),
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
function aboutTrait({ named, weights }: Pick<FormRequest, 'named' | 'weights'>): Trait {
  const value = ({ content, source: { speaker } }: MemoryRecord) => {
    if (named.size > 0)
      return named.has(speaker ?? '') ? weights.aboutSpeaker * (aboutSpeaker(content) - 0.5) : 0;
    return isAssistant(speaker)
      ? 0
      : weights.aboutAuthor * Math.min(0, aboutSpeaker(content) - 0.5);
  };
  return {
    name: 'about speaker',
    value,
    why: (record) => `it is about ${value(record) > 0 ? 'its speaker' : 'the listener'}`,
  };
}
