import type { Candidate, RecordFilter } from '../contract/index.ts';
import type { EngineContext } from '../engine/index.ts';
import { orAborted, throwIfAborted } from '../engine/index.ts';
import { parseOptions, parseQuery, toFilter } from '../input/index.ts';
import {
  joinQuestions,
  type Ranked,
  type RankRequest,
  rank,
  turnsToExtend,
} from '../ranking/index.ts';
import { type AnalysedQuery, analyseQuery, questionsIn } from '../text/index.ts';
import type { RetrievedMemory, RetrieveOptions, RetrieveResult } from './api.ts';
import { addContested, liftContesting } from './contested.ts';
import { retrieveFields } from './option-fields.ts';
import { rerank } from './rerank.ts';

/** Candidates each arm gives. Ranking needs enough of them to tell the usual score from an unusual one. */
const armLimit = 100;
/** Turns before and after a hit that may be lifted by it. */
const reach = 2;

/** Both arms over everything in the scope, the turns around the hits, one ranking, a reranker if any, the best `limit`. */
export async function retrieve(
  context: EngineContext,
  scope: string,
  text: string,
  options: RetrieveOptions = {},
): Promise<RetrieveResult> {
  const given = parseOptions(options, retrieveFields);
  const { limit = 10, minRelevance = 0, explain = false, rerank, signal } = given;
  const filter = toFilter(given, context.now());
  throwIfAborted(signal);
  const ranked = await context.embedding.follow(() =>
    rankAll(context, { scope, text, filter, limit, rerank, signal }),
  );
  const best = ranked.filter(({ relevance }) => relevance >= minRelevance).slice(0, limit);
  const memories = best.map((entry) => toMemory(entry, explain));
  const records = new Map(best.map(({ record }) => [record.id, record]));
  await addContested(context, { scope, now: filter.now, memories }, records);
  context.accesses.add(
    scope,
    memories.map(({ id }) => id),
    filter.now,
  );
  return { memories };
}

/** The full ranking of what the query found, best first. */
export async function rankAll(
  context: EngineContext,
  request: {
    scope: string;
    text: string;
    filter: RecordFilter;
    limit: number;
    /** See `RetrieveOptions`. */
    rerank?: boolean;
    signal?: AbortSignal;
  },
): Promise<Ranked[]> {
  const { filter } = request;
  const query = analyseQuery(parseQuery(request.text, context));
  if (query.text === '') return [];
  const found = await findAll(context, query, request);
  const around = await turnsAround(context, found, request);
  const { embedding, decay } = context;
  const ranked = rank({
    ...found,
    found: extend(found.found, around),
    now: filter.asOf ?? filter.now,
    decay,
    calibration: embedding.calibration,
  });
  const { rerank: again, signal } = request;
  return liftContesting(
    again === false ? ranked : await rerank(context, { query: query.text, ranked, signal }),
  );
}

interface Search {
  scope: string;
  filter: RecordFilter;
  limit: number;
  signal?: AbortSignal;
}

type Found = Required<Pick<RankRequest, 'query' | 'found' | 'questions'>>;

/** What both arms find for the query, and for each question in it where it says more than one. */
async function findAll(
  context: EngineContext,
  query: AnalysedQuery,
  { scope, filter, limit, signal }: Search,
): Promise<Found> {
  const asked = questionsIn(query.text).map(analyseQuery);
  const queries = [query, ...asked];
  const texts = queries.map(({ text }) => text);
  const { vectors, owners } = await context.embedding.queries(texts, signal);
  const [found, ...answers] = await Promise.all(
    queries.map(({ terms }, index) => {
      const vector = vectors[index]?.vector;
      const perArm = Math.max(armLimit, limit);
      return orAborted(
        context.backend.search({
          scope,
          filter,
          embedder: owners.embedder,
          dense: vector && { vector, limit: perArm },
          lexical: terms.length === 0 ? undefined : { terms, limit: perArm },
        }),
        signal,
      );
    }),
  );
  const questions = answers.map((answer, index) => ({
    query: asked[index] as AnalysedQuery,
    found: answer,
  }));
  return {
    query,
    found: joinQuestions(found as (typeof answers)[number], { query, questions }),
    questions,
  };
}

/** A hit lends score to the turns around it, so those must be known even where no arm found them. */
async function turnsAround(
  context: EngineContext,
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

function extend(found: Found['found'], around: readonly Candidate[]): Found['found'] {
  const known = new Set(found.candidates.map(({ record }) => record.id));
  const extra = around.filter(({ record }) => !known.has(record.id));
  return { ...found, candidates: [...found.candidates, ...extra] };
}

function toMemory(
  { record, score, relevance, explanation }: Ranked,
  explain: boolean,
): RetrievedMemory {
  const memory: RetrievedMemory = {
    id: record.id,
    version: record.version,
    content: record.content,
    category: record.category,
    tags: record.tags,
    importance: record.importance,
    score,
    relevance,
    createdAt: record.createdAt,
    occurredAt: record.occurredAt,
    source: record.source,
  };
  if (record.metadata !== undefined) memory.metadata = record.metadata;
  if (record.expiresAt !== undefined) memory.expiresAt = record.expiresAt;
  if (record.supersededBy !== undefined) memory.supersededBy = record.supersededBy;
  if (record.validTo !== undefined) memory.validTo = record.validTo;
  if (explain) memory.explanation = explanation();
  return memory;
}
