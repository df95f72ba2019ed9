import type { RecordFilter } from '@mneme/contract';
import { type EngineContext, throwIfAborted } from '@mneme/contract/context';
import { parseOptions, parseQuery, toFilter } from '@mneme/contract/input';
import { analyseQuery } from '@mneme/language/text';
import { type Ranked, rankAndRerank } from '../ranking/index.ts';
import type { RetrievedMemory, RetrieveOptions, RetrieveResult } from './api.ts';
import { addContested } from './contested.ts';
import { findCandidates, type PreparedQuery, prepareQuery } from './find-candidates.ts';
import { withoutUndefined } from './new-record.ts';
import { notingDegraded } from './noting-degraded.ts';
import { retrieveFields } from './option-fields.ts';
import { rerankingOf } from './rerank.ts';

/** Both arms over the scope, the turns around the hits, one ranking, a reranker if any, the best `limit`. */
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
  const backend = notingDegraded(context.backend);
  const ranked = await context.embedding.follow(() =>
    rankAll(context, { scope, text, filter, limit, rerank, signal, backend }),
  );
  const best = firstSure(ranked, { minRelevance, limit });
  const memories = best.map((entry) => toMemory(entry, explain));
  const records = new Map(best.map(({ record }) => [record.id, record]));
  await addContested(context, { scope, now: filter.now, memories }, records);
  context.accesses.add(
    scope,
    memories.map(({ id }) => id),
    filter.now,
  );
  const { degraded } = backend;
  return { memories, ...(degraded !== undefined && { degraded }) };
}

/** The first ones with enough relevance. The relevance of the others is not computed. */
function firstSure(
  ranked: readonly Ranked[],
  { minRelevance, limit }: { minRelevance: number; limit: number },
): Ranked[] {
  if (minRelevance <= 0) return ranked.slice(0, limit);
  const best: Ranked[] = [];
  for (const entry of ranked) {
    if (best.length >= limit) break;
    if (entry.relevance >= minRelevance) best.push(entry);
  }
  return best;
}

/** The full ranking of what the query found, best first. */
export async function rankAll(
  context: EngineContext,
  { text, ...request }: RankAllRequest & { text: string },
): Promise<Ranked[]> {
  const query = analyseQuery(parseQuery(text));
  if (query.text === '') return [];
  return rankPrepared(context, await prepareQuery(context, query, request.signal), request);
}

interface RankAllRequest {
  scope: string;
  filter: RecordFilter;
  limit: number;
  /** See `RetrieveOptions`. */
  rerank?: boolean;
  signal?: AbortSignal;
  /** Where to search. Default: the engine's own store. */
  backend?: Pick<EngineContext['backend'], 'search'>;
}

/** Like {@link rankAll}, for a prepared query. */
export async function rankPrepared(
  context: EngineContext,
  prepared: PreparedQuery,
  request: RankAllRequest,
): Promise<Ranked[]> {
  const { filter, backend = context.backend, rerank, signal } = request;
  const { embedding, decay } = context;
  return rankAndRerank(
    {
      ...(await findCandidates({ backend }, prepared, request)),
      now: filter.asOf ?? filter.now,
      decay,
      calibration: embedding.calibration,
    },
    rerank === false ? undefined : rerankingOf(context, { query: prepared.query.text, signal }),
  );
}

/** A copy of a record in its public form. */
export function toMemory(
  {
    record,
    score,
    relevance,
    explanation,
  }: Pick<Ranked, 'record' | 'score' | 'relevance'> & Partial<Ranked>,
  explain: boolean,
): RetrievedMemory {
  const { category, evidence, extractedBy, metadata, disclosure } = record;
  const { expiresAt, supersededBy, validTo } = record;
  return withoutUndefined({
    id: record.id,
    version: record.version,
    content: record.content,
    kind: record.kind,
    tags: [...record.tags],
    importance: record.importance,
    score,
    relevance,
    createdAt: record.createdAt,
    occurredAt: record.occurredAt,
    source: structuredClone(record.source),
    category,
    evidence: evidence && [...evidence],
    extractedBy,
    metadata: metadata && structuredClone(metadata),
    disclosure,
    expiresAt,
    supersededBy,
    validTo,
    explanation: explain ? explanation?.() : undefined,
  });
}
