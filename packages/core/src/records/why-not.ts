import { facetsOf, isExpired, type MemoryRecord, type RecordFilter } from '@mneme/contract';
import { type EngineContext, readMemories } from '@mneme/contract/context';
import { parseId, parseOptions, parseQuery, toFilter } from '@mneme/contract/input';
import type { RetrieveOptions, WhyNot, WhyNotCode } from './api.ts';
import { armLimit, isSaid } from './find-candidates.ts';
import { retrieveFields } from './option-fields.ts';
import { rankAll } from './retrieve.ts';

/** Candidates of each arm if the memory is not among the ranked ones. */
const widest = 1000;

/** Why a query does or does not find a memory. */
export async function whyNot(
  context: EngineContext,
  scope: string,
  request: { text: string; id: string; options?: RetrieveOptions },
): Promise<WhyNot> {
  const id = parseId(request.id);
  parseQuery(request.text);
  const given = parseOptions(request.options ?? {}, retrieveFields);
  const { limit = 10, minRelevance = 0, rerank, signal } = given;
  const filter = toFilter(given, context.now());
  const [record] = await readMemories(context.backend, scope, [id]);
  if (record === undefined) {
    return {
      id,
      returned: false,
      reasons: [{ code: 'unknown', message: `no memory of this scope has the id ${id}` }],
    };
  }
  const reasons = excludedBy(record, filter);
  if (reasons.length > 0) return { id, returned: false, reasons };
  const ranking = (options: Pick<RetrieveOptions, 'limit' | 'rerank'>) =>
    context.embedding.follow(() =>
      rankAll(context, { scope, text: request.text, filter, signal, limit, ...options }),
    );
  // With as many candidates as a retrieve, because more of them would change the order.
  const ranked = await ranking({ rerank });
  const rank = ranked.findIndex((entry) => entry.record.id === id) + 1;
  if (rank === 0 && isSaid(record)) {
    const turn = ranked.find((entry) => record.evidence?.includes(entry.record.id));
    const message = `the turn ${turn?.record.id} says the same and is found in its place`;
    if (turn !== undefined)
      return { id, returned: false, reasons: [{ code: 'said_in_turn', message }] };
  }
  if (rank === 0) {
    const wider = await ranking({ limit: Math.max(limit, widest), rerank: false });
    const far = wider.find((entry) => entry.record.id === id);
    const candidates = Math.max(limit, armLimit);
    const reason: WhyNot['reasons'][number] =
      far === undefined
        ? {
            code: 'no_match',
            message:
              'it shares no word with the query and is not among the 1,000 nearest by meaning',
          }
        : {
            code: 'below_limit',
            message: `it is neither among the ${candidates} nearest by meaning nor among the ${candidates} best by words, which are all that is ranked`,
          };
    const explanation = far?.explanation();
    return { id, returned: false, reasons: [reason], ...(explanation && { explanation }) };
  }
  const found = ranked[rank - 1] as (typeof ranked)[number];
  const explanation = found.explanation();
  if (found.relevance < minRelevance) {
    const message = `its relevance is ${found.relevance.toFixed(3)}, below the required ${minRelevance}`;
    const reasons: WhyNot['reasons'] = [{ code: 'below_relevance', message }];
    return { id, returned: false, rank, reasons, explanation };
  }
  const ahead = ranked.slice(0, rank - 1).filter(({ relevance }) => relevance >= minRelevance);
  if (ahead.length < limit) return { id, returned: true, rank, reasons: [], explanation };
  const message = `it ranks ${rank}, after the limit of ${limit}`;
  return { id, returned: false, rank, reasons: [{ code: 'below_limit', message }], explanation };
}

/** The conditions of the filter that the record does not meet. */
function excludedBy(record: MemoryRecord, filter: RecordFilter): WhyNot['reasons'] {
  const { kind, category, tags, importance, occurredAt, validTo, supersededBy } = record;
  const { asOf, kinds, categories, minImportance = 1, where = [] } = filter;
  const { occurredFrom = occurredAt, occurredBefore } = filter;
  const isReplaced =
    asOf === undefined
      ? supersededBy !== undefined && !filter.includeSuperseded
      : validTo !== undefined && validTo <= asOf;
  const isOfTime =
    occurredAt >= occurredFrom && (occurredBefore === undefined || occurredAt < occurredBefore);
  const missing = (filter.tags ?? []).filter((tag) => !tags.includes(tag));
  const facets = facetsOf(record);
  const checks: [isExcluded: boolean, code: WhyNotCode, message: string][] = [
    [isExpired(record, filter.now), 'expired', `it expired at ${record.expiresAt}`],
    [
      asOf !== undefined && occurredAt > asOf,
      'not_yet',
      `it happened at ${occurredAt}, after ${asOf}`,
    ],
    [isReplaced, 'superseded', `${supersededBy} replaced it at ${validTo}`],
    [kinds?.includes(kind) === false, 'kind', `it is ${kind === 'fact' ? 'a fact' : 'an episode'}`],
    [
      categories !== undefined && (!category || !categories.includes(category)),
      'category',
      category ? `its category is ${category}` : 'an episode has no category',
    ],
    [missing.length > 0, 'tags', `it lacks the tags ${missing.join(', ')}`],
    [importance < minImportance, 'importance', `its importance is ${importance}`],
    [!isOfTime, 'occurred_at', `it happened at ${occurredAt}`],
    ...where.map((wanted): (typeof checks)[number] => [
      !wanted.some((facet) => facets.includes(facet)),
      'where',
      `it has none of ${wanted.map(showFacet).join(', ')}`,
    ]),
  ];
  return checks.flatMap(([isExcluded, code, message]) => (isExcluded ? [{ code, message }] : []));
}

function showFacet(facet: string): string {
  const [key, value] = JSON.parse(facet) as [string, unknown];
  return `${key} ${JSON.stringify(value)}`;
}
