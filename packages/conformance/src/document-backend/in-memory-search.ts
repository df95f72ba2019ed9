import type {
  ChunkCandidate,
  DocumentSearchRequest,
  DocumentSearchResponse,
} from '@mneme/core/contract';
import { byPath, type StoreRow } from './in-memory-store.ts';

export function searchChunks(
  row: StoreRow,
  request: DocumentSearchRequest,
): DocumentSearchResponse {
  const terms = request.lexical?.terms ?? [];
  const all = byPath(row).flatMap((document) =>
    document.chunks.map((chunk) => ({ document, chunk })),
  );
  const lengths = all.reduce((sum, { chunk }) => sum + chunk.terms.length, 0);
  const candidates = all
    .filter(({ document }) => document.summary.path.startsWith(request.pathPrefix))
    .map(({ document, chunk }): ChunkCandidate => {
      const candidate: ChunkCandidate = {
        document: { ...document.summary },
        text: document.content.slice(chunk.start, chunk.end),
        line: chunk.line,
        length: chunk.terms.length,
      };
      const vector = chunk.vector;
      if (request.dense && vector?.some((value) => value !== 0)) {
        candidate.similarity = vector.reduce(
          (sum, v, at) => sum + v * request.dense!.vector[at]!,
          0,
        );
      }
      const frequencies = terms.map((term) => chunk.terms.filter((word) => word === term).length);
      if (frequencies.some((count) => count > 0)) candidate.termFrequencies = frequencies;
      return candidate;
    });
  const nearest = top(candidates, request.dense?.limit ?? 0, ({ similarity }) => similarity);
  const worded = top(candidates, request.lexical?.limit ?? 0, ({ termFrequencies }) =>
    termFrequencies?.reduce((sum, count) => sum + count, 0),
  );
  return {
    candidates: candidates.filter((candidate) => {
      if (!nearest.has(candidate)) delete candidate.similarity;
      if (!worded.has(candidate)) delete candidate.termFrequencies;
      return nearest.has(candidate) || worded.has(candidate);
    }),
    statistics: {
      count: all.length,
      averageLength: all.length === 0 ? 0 : lengths / all.length,
      documentFrequencies: terms.map(
        (term) => all.filter(({ chunk }) => chunk.terms.includes(term)).length,
      ),
    },
  };
}

function top(
  candidates: readonly ChunkCandidate[],
  limit: number,
  score: (candidate: ChunkCandidate) => number | undefined,
): Set<ChunkCandidate> {
  return new Set(
    candidates
      .filter((candidate) => score(candidate) !== undefined)
      .sort((a, b) => score(b)! - score(a)!)
      .slice(0, limit),
  );
}
