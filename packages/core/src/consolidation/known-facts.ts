import type { EngineContext } from '@mneme/engine/context';
import {
  bm25,
  type Candidate,
  type KnownFact,
  type MemoryRecord,
  type SearchResponse,
} from '@mneme/engine/contract';
import { indexTerms } from '@mneme/language/text';

/** Facts that are looked for by one turn. */
const perTurn = 5;
/** Words of a long turn that are searched for. */
const mostTerms = 32;

/** Current facts near to turns, by meaning and by words in turn. The turns' own vectors are what is searched with. */
export async function knownFacts(
  { backend, embedding, now }: EngineContext,
  { scope, turns, limit }: { scope: string; turns: readonly MemoryRecord[]; limit: number },
): Promise<KnownFact[]> {
  const embedder = embedding.identity;
  if (limit === 0 || embedder === undefined) return [];
  const filter = { now: now(), kinds: ['fact' as const] };
  const vectors = await backend.vectors(
    scope,
    turns.map(({ id }) => id),
  );
  const near = new Map<string, { candidate: Candidate; similarity: number; words: number }>();
  for (const turn of turns) {
    const vector = vectors.get(turn.id);
    const terms = [...new Set(indexTerms(turn))].slice(0, mostTerms);
    const found = await backend.search({
      scope,
      embedder,
      filter,
      ...(vector === undefined ? {} : { dense: { vector, limit: perTurn } }),
      lexical: { terms, limit: perTurn },
    });
    for (const candidate of found.candidates) {
      const before = near.get(candidate.record.id);
      near.set(candidate.record.id, {
        candidate,
        similarity: Math.max(before?.similarity ?? -1, candidate.similarity ?? -1),
        words: Math.max(before?.words ?? 0, wordsOf(candidate, found)),
      });
    }
  }
  const all = [...near.values()];
  const byMeaning = all.toSorted((a, b) => b.similarity - a.similarity);
  const byWords = all.toSorted((a, b) => b.words - a.words);
  const order = byMeaning.flatMap((entry, index) => [entry, byWords[index] ?? entry]);
  const facts = [...new Set(order.map(({ candidate }) => candidate.record))];
  return facts
    .slice(0, limit)
    .flatMap(({ id, content, category, occurredAt }) =>
      category === undefined ? [] : [{ id, content, category, occurredAt }],
    );
}

function wordsOf(candidate: Candidate, { statistics }: SearchResponse): number {
  return candidate.arms.lexical ? bm25(candidate, statistics) : 0;
}
