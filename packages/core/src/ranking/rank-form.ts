import type { MemoryRecord } from '@mneme/engine/contract';
import { type AnalysedQuery, isAssistant, toldOfTeller } from '@mneme/language/text';
import { namedTime } from './named-time.ts';
import { asksAboutAuthor } from './query-author.ts';
import type { Part, Scored } from './rank-arms.ts';
import type { RankWeights } from './rank-weights.ts';
import { asksWhen, tellsWhen } from './told-time.ts';

/** What one look at a memory, beside its words and its meaning, says for or against it. */
type Trait = (record: MemoryRecord) => Part | undefined;

const endsAsking = /[?？]\s*$/;

interface FormRequest {
  /** The speakers that the query names, each with how. */
  named: ReadonlyMap<string, string>;
  now: string;
  weights: RankWeights;
}

/** What the form of a memory, its speaker and its time say. What the query does not call for is not looked at. */
export function addForm(
  scored: readonly Scored[],
  { query, ...known }: FormRequest & { query: AnalysedQuery },
): void {
  const traits = traitsFor(query, known);
  for (const { candidate, parts } of scored) {
    for (const trait of traits) {
      const part = trait(candidate.record);
      if (part !== undefined) parts.push(part);
    }
  }
}

function traitsFor(query: AnalysedQuery, { named, now, weights }: FormRequest): Trait[] {
  const { text } = query;
  const traits: Trait[] = [
    ({ content }) =>
      endsAsking.test(content)
        ? { name: 'question', value: -weights.question, why: 'it asks, it does not tell' }
        : undefined,
    ({ source: { speaker = '' } }) => {
      const name = named.get(speaker);
      const why = name === speaker ? `the query names ${name}` : `${speaker} is called ${name}`;
      return name === undefined ? undefined : { name: 'speaker', value: weights.speaker, why };
    },
  ];
  const ofAuthor = asksAboutAuthor(text);
  if (named.size > 0 || ofAuthor) traits.push(toldOf({ named, weights }));
  if (ofAuthor)
    traits.push(({ source: { speaker } }) =>
      isAssistant(speaker)
        ? {
            name: 'queryAuthor',
            value: -weights.queryAuthor,
            why: 'the query is about the one who asks',
          }
        : undefined,
    );
  if (asksWhen(text))
    traits.push(({ content }) =>
      tellsWhen(content)
        ? { name: 'tells when', value: weights.tellsWhen, why: 'the query asks for a time' }
        : undefined,
    );
  const inTime = namedTime(text, now);
  if (inTime !== undefined)
    traits.push(({ occurredAt }) => {
      const fit = inTime(occurredAt);
      const why = `the query names the time of ${occurredAt}`;
      return fit > 0 ? { name: 'time', value: weights.time * fit, why } : undefined;
    });
  return traits;
}

/** What a person who is asked about says of himself tells more than what he says to another. */
function toldOf({ named, weights }: Pick<FormRequest, 'named' | 'weights'>): Trait {
  return ({ content, source: { speaker } }) => {
    let value = 0;
    if (named.size > 0)
      value = named.has(speaker ?? '') ? weights.told * (toldOfTeller(content) - 0.5) : 0;
    else if (!isAssistant(speaker))
      value = weights.toldOfAuthor * Math.min(0, toldOfTeller(content) - 0.5);
    if (value === 0) return undefined;
    const whom = value > 0 ? 'who says it' : 'who is spoken to';
    return { name: 'told', value, why: `it tells more of the one ${whom}` };
  };
}
