import type { MemoryRecord } from '../contract/index.ts';
import { type AnalysedQuery, queryNames } from '../text/index.ts';
import { namedTime } from './named-time.ts';
import { asksAboutAuthor, isAssistant } from './query-author.ts';
import type { Part, Scored } from './rank-arms.ts';
import type { RankWeights } from './rank-weights.ts';
import { asksWhen, tellsWhen } from './told-time.ts';

/** What one look at a memory, beside its words and its meaning, says for or against it. */
type Trait = (record: MemoryRecord) => Part | undefined;

const endsAsking = /[?？]\s*$/;

/** What the form of a memory, its speaker and its time say. What the query does not call for is not looked at. */
export function addForm(
  scored: readonly Scored[],
  { query, now, weights }: { query: AnalysedQuery; now: string; weights: RankWeights },
): void {
  const traits = traitsFor(query, { now, weights });
  for (const { candidate, parts } of scored) {
    for (const trait of traits) {
      const part = trait(candidate.record);
      if (part !== undefined) parts.push(part);
    }
  }
}

function traitsFor(
  { text }: AnalysedQuery,
  { now, weights }: { now: string; weights: RankWeights },
): Trait[] {
  const names = queryNames(text);
  const traits: Trait[] = [
    ({ content }) =>
      endsAsking.test(content)
        ? { name: 'question', value: -weights.question, why: 'it asks, it does not tell' }
        : undefined,
    ({ source: { speaker } }) =>
      speaker !== undefined && names.has(speaker)
        ? { name: 'speaker', value: weights.speaker, why: `the query names ${speaker}` }
        : undefined,
  ];
  if (asksAboutAuthor(text))
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
