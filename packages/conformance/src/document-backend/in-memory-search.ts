import {
  bestByWords,
  type ChunkCandidate,
  type DocumentSearchRequest,
  type DocumentSearchResponse,
} from '@mneme/core/contract';
import { cosine } from '../memory-backend/builders.ts';
import { byPath, type StoreRow } from './in-memory-store.ts';

export function searchChunks(
  row: StoreRow,
  { pathPrefix, query: { vector, terms, limit } }: DocumentSearchRequest,
): DocumentSearchResponse {
  const all = byPath(row).flatMap((document) =>
    document.chunks.map((chunk) => ({
      document,
      chunk,
      length: chunk.terms.length,
      termFrequencies: terms.map((term) => chunk.terms.filter((word) => word === term).length),
    })),
  );
  const statistics = {
    count: all.length,
    averageLength: all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length),
    documentFrequencies: terms.map(
      (_, at) => all.filter(({ termFrequencies }) => termFrequencies[at] !== 0).length,
    ),
  };
  const passing = all.filter(({ document }) => document.summary.path.startsWith(pathPrefix));
  const near = passing
    .flatMap((each) => {
      const own = each.chunk.vector;
      if (vector === undefined || !own?.some((component) => component !== 0)) return [];
      return [{ each, similarity: cosine(vector, own) }];
    })
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, limit);
  const similarities = new Map(near.map(({ each, similarity }) => [each, similarity]));
  const worded = new Set(bestByWords(passing, { statistics, limit }));
  const candidates = passing
    .filter((each) => similarities.has(each) || worded.has(each))
    .map((each): ChunkCandidate => {
      const { document, chunk, length, termFrequencies } = each;
      const similarity = similarities.get(each);
      const arms = { dense: similarity !== undefined, lexical: worded.has(each) };
      return {
        document: { ...document.summary },
        text: document.content.slice(chunk.start, chunk.end),
        line: chunk.line,
        length,
        found: [{ arms, termFrequencies, ...(similarity === undefined ? {} : { similarity }) }],
      };
    });
  return { candidates, statistics };
}
