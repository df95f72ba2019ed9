import type { EngineContext } from '@mneme/engine/context';
import { orAborted } from '@mneme/engine/context';
import type { Candidate, RecordFilter, SearchResponse } from '@mneme/engine/contract';
import { type AnalysedQuery, analyseQuery, questionsIn } from '@mneme/language/text';
import { joinQuestions, namedSpans, type RankRequest, turnsToExtend } from '../ranking/index.ts';
import { type MessageKind, messageKind } from '../relevance/index.ts';

/** Candidates each arm gives. Ranking needs enough of them to tell the usual score from an unusual one. */
export const armLimit = 100;
/** Those of a time that the query names: few, since they come on top. */
const ofTimeLimit = 30;
/** Times in one query that are searched; each costs a search. */
const mostTimes = 2;
/** Turns before and after a hit that may be lifted by it. */
const reach = 2;

interface Search {
  scope: string;
  filter: RecordFilter;
  limit: number;
  signal?: AbortSignal;
}

type Found = Required<Pick<RankRequest, 'query' | 'found' | 'questions' | 'kind'>>;
/** What of an engine the search needs. */
export type SearchContext = {
  backend: Pick<EngineContext['backend'], 'search' | 'neighbours'>;
  embedding: Pick<EngineContext['embedding'], 'queries' | 'messages'>;
};

/**
 * All that is ranked for a query: what both arms find for it, for each question in it and in the times that it names,
 * and the turns around the best of these.
 */
export async function findCandidates(
  context: SearchContext,
  query: AnalysedQuery,
  search: Search,
): Promise<Found> {
  const found = await findAll(context, query, search);
  const around = await turnsAround(context, found, search);
  return { ...found, found: withMore(found.found, around) };
}

async function findAll(
  context: SearchContext,
  query: AnalysedQuery,
  { scope, filter, limit, signal }: Search,
): Promise<Found> {
  const asked = questionsIn(query.text).map(analyseQuery);
  const texts = [query, ...asked].map(({ text }) => text);
  const { vectors, owners } = await context.embedding.queries(texts, signal);
  const find = (
    { terms }: AnalysedQuery,
    { at, within = filter, perArm = Math.max(armLimit, limit) }: FindOptions,
  ): Promise<SearchResponse> => {
    const vector = vectors[at]?.vector;
    return orAborted(
      context.backend.search({
        scope,
        filter: within,
        embedder: owners.embedder,
        dense: vector && { vector, limit: perArm },
        lexical: terms.length === 0 ? undefined : { terms, limit: perArm },
      }),
      signal,
    );
  };
  const [found, answers, ofTimes] = await Promise.all([
    find(query, { at: 0 }),
    Promise.all(asked.map((question, index) => find(question, { at: index + 1 }))),
    Promise.all(
      timesWithin(query, filter).map((within) =>
        find(query, { at: 0, within, perArm: ofTimeLimit }),
      ),
    ),
  ]);
  const kindAt = (at: number): MessageKind =>
    messageKind(texts[at] as string, {
      vector: vectors[at]?.vector,
      directions: context.embedding.messages,
    });
  const questions = answers.map((answer, index) => ({
    query: asked[index] as AnalysedQuery,
    found: answer,
    kind: kindAt(index + 1),
  }));
  const more = ofTimes.flatMap(({ candidates }) => candidates);
  return {
    query,
    found: joinQuestions(withMore(found, more), { query, questions }),
    questions,
    kind: kindAt(0),
  };
}

interface FindOptions {
  /** The place of the query among those that were embedded. */
  at: number;
  within?: RecordFilter;
  perArm?: number;
}

/** The filter narrowed to each time that the query names, where the two have anything in common. */
function timesWithin({ text }: AnalysedQuery, filter: RecordFilter): RecordFilter[] {
  return namedSpans(text, filter.asOf ?? filter.now)
    .slice(0, mostTimes)
    .map(({ from, before }) => ({
      ...filter,
      occurredFrom: later(from, filter.occurredFrom),
      occurredBefore: earlier(before, filter.occurredBefore),
    }))
    .filter(({ occurredFrom, occurredBefore }) => occurredFrom < occurredBefore);
}

function later(one: string, other = one): string {
  return one > other ? one : other;
}

function earlier(one: string, other = one): string {
  return one < other ? one : other;
}

/** A hit lends score to the turns around it, so those must be known even where no arm found them. */
async function turnsAround(
  context: SearchContext,
  found: Found,
  { scope, filter, signal }: Search,
): Promise<Candidate[]> {
  const turns = turnsToExtend(found);
  if (turns.length === 0) return [];
  const { terms } = found.query;
  return orAborted(
    context.backend.neighbours({ scope, filter, turns, before: reach, after: reach, terms }),
    signal,
  );
}

/** What was found, and what of `more` is not in it yet. */
function withMore(found: SearchResponse, more: readonly Candidate[]): SearchResponse {
  const candidates = new Map(found.candidates.map((candidate) => [candidate.record.id, candidate]));
  for (const candidate of more) {
    const { id } = candidate.record;
    if (!candidates.has(id)) candidates.set(id, candidate);
  }
  return { ...found, candidates: [...candidates.values()] };
}
