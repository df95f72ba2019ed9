import type { DocumentCommitRequest, PreparedChunk } from '@mneme/core/backend';
import type { Row } from '../rows/rows.ts';
import type { Draft } from '../scopes/scope-writer.ts';
import { requireCurrent, spaceFor } from '../spaces/space-of.ts';
import { dropVectors, putVectors } from '../spaces/vectors.ts';
import type { DocumentGround } from './ground.ts';

/** Writes the passages of a document, with their vectors in the spaces that the request has some for. */
export function putPassages(
  ground: DocumentGround,
  draft: Draft,
  {
    request,
    document,
    chunks,
  }: { request: DocumentCommitRequest; document: string; chunks: readonly PreparedChunk[] },
): void {
  const { meta, revision } = draft;
  const next = spaceFor(meta.next, request.nextEmbedder);
  draft.put(
    'chunks',
    chunks.map(({ start, end, line, terms, vector, nextVector }) => {
      const number = draft.after.next_number++;
      if (vector !== undefined)
        putVectors(draft, requireCurrent(ground, meta, request), [{ number, vector }]);
      const hasNext = next !== undefined && nextVector !== undefined;
      if (hasNext) putVectors(draft, next, [{ number, vector: nextVector }]);
      const isPending = vector === undefined || (meta.next !== undefined && !hasNext);
      return {
        ...{ number, store: request.storeId, changed: revision, document },
        ...{ start_at: start, end_at: end, line, length: terms.length, terms: terms.join(' ') },
        pending: isPending ? 1 : null,
      };
    }),
  );
}

/** Removes passages of a document store by their rows, of which only `number` is needed, with their vectors. */
export function removePassages(
  draft: Draft,
  { storeId, chunks }: { storeId: string; chunks: readonly Row[] },
): void {
  const numbers = chunks.map(({ number }) => number as number);
  draft.unindex({ storeId, removed: numbers });
  draft.remove(
    'chunks',
    numbers.map((number) => [number]),
  );
  dropVectors(draft, numbers);
}
