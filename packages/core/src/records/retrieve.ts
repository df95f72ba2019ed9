import type { EngineContext } from '@mneme/engine/context';
import { throwIfAborted } from '@mneme/engine/context';
import type { RecordFilter } from '@mneme/engine/contract';
import { parseOptions, parseQuery, toFilter } from '@mneme/engine/input';
import { analyseQuery } from '@mneme/language/text';
import { type Ranked, rank } from '../ranking/index.ts';
import type { RetrievedMemory, RetrieveOptions, RetrieveResult } from './api.ts';
import { addContested, liftContesting } from './contested.ts';
import { findCandidates, type SearchContext } from './find-candidates.ts';
import { retrieveFields } from './option-fields.ts';
import { rerank } from './rerank.ts';

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
    /** Where it is looked for. Default: the engine's own. */
    search?: SearchContext;
  },
): Promise<Ranked[]> {
  const { filter } = request;
  const query = analyseQuery(parseQuery(request.text, context));
  if (query.text === '') return [];
  const { embedding, decay } = context;
  const ranked = rank({
    ...(await findCandidates(request.search ?? context, query, request)),
    now: filter.asOf ?? filter.now,
    decay,
    calibration: embedding.calibration,
  });
  const { rerank: again, signal } = request;
  return liftContesting(
    again === false ? ranked : await rerank(context, { query: query.text, ranked, signal }),
  );
}

/** A record in the form that a caller sees. */
export function toMemory(
  {
    record,
    score,
    relevance,
    explanation,
  }: Pick<Ranked, 'record' | 'score' | 'relevance'> & Partial<Ranked>,
  explain: boolean,
): RetrievedMemory {
  const memory: RetrievedMemory = {
    id: record.id,
    version: record.version,
    content: record.content,
    kind: record.kind,
    tags: record.tags,
    importance: record.importance,
    score,
    relevance,
    createdAt: record.createdAt,
    occurredAt: record.occurredAt,
    source: record.source,
  };
  if (record.category !== undefined) memory.category = record.category;
  if (record.evidence !== undefined) memory.evidence = record.evidence;
  if (record.extractedBy !== undefined) memory.extractedBy = record.extractedBy;
  if (record.metadata !== undefined) memory.metadata = record.metadata;
  if (record.expiresAt !== undefined) memory.expiresAt = record.expiresAt;
  if (record.supersededBy !== undefined) memory.supersededBy = record.supersededBy;
  if (record.validTo !== undefined) memory.validTo = record.validTo;
  if (explain && explanation !== undefined) memory.explanation = explanation();
  return memory;
}
