import {
  bm25,
  type Candidate,
  type KnownFact,
  type LexicalStatistics,
  type MemoryRecord,
} from '@mneme/contract';
import { type EngineContext, readVectors } from '@mneme/contract/context';
import { indexTerms } from '@mneme/language/text';

const perTurn = 5;
/** Words of a long turn that are searched. */
const mostTerms = 32;

/** Current facts near the turns, alternating between hits by meaning and by words. Uses the turns' own vectors. */
export async function knownFacts(
  { backend, embedding, now }: EngineContext,
  { scope, turns, limit }: { scope: string; turns: readonly MemoryRecord[]; limit: number },
): Promise<KnownFact[]> {
  const embedder = embedding.identity;
  if (limit === 0 || embedder === undefined) return [];
  const filter = { now: now(), kinds: ['fact' as const] };
  const vectors = await readVectors(
    backend,
    scope,
    turns.map(({ id }) => id),
  );
  const near = new Map<string, { record: MemoryRecord; similarity: number; words: number }>();
  for (const turn of turns) {
    const vector = vectors.get(turn.id);
    const terms = [...new Set(indexTerms(turn))].slice(0, mostTerms);
    const { candidates, statistics } = await backend.search({
      scope,
      embedder,
      filter,
      queries: [{ vector, terms, limit: perTurn }],
    });
    for (const candidate of candidates) {
      const before = near.get(candidate.record.id);
      const [found] = candidate.found;
      near.set(candidate.record.id, {
        record: candidate.record,
        similarity: Math.max(before?.similarity ?? -1, found?.similarity ?? -1),
        words: Math.max(before?.words ?? 0, wordsOf(candidate, statistics[0])),
      });
    }
  }
  const all = [...near.values()];
  const byMeaning = all.toSorted((a, b) => b.similarity - a.similarity);
  const byWords = all.toSorted((a, b) => b.words - a.words);
  const order = byMeaning.flatMap((entry, index) => [entry, byWords[index] ?? entry]);
  const facts = [...new Set(order.map(({ record }) => record))];
  return facts
    .slice(0, limit)
    .flatMap(({ id, content, category, occurredAt }) =>
      category === undefined ? [] : [{ id, content, category, occurredAt }],
    );
}

function wordsOf({ found, length }: Candidate, statistics: LexicalStatistics | undefined): number {
  const [{ arms, termFrequencies } = { arms: undefined, termFrequencies: [] }] = found;
  return arms?.lexical && statistics ? bm25({ termFrequencies, length }, statistics) : 0;
}
