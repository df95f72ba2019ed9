import type { DocumentCommitRequest, PreparedChunk } from '@mneme/core/contract';
import { vectorColumns } from '../index/vector-columns.ts';
import type { Row } from '../rows/rows.ts';
import type { Space } from '../scopes/meta.ts';
import type { Draft } from '../scopes/scope-writer.ts';
import { requireCurrent, spaceFor } from '../spaces/space-of.ts';
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
      const put = ({ number: space, embedder }: Space, of: Float32Array) =>
        draft.put('vectors', [
          { space, number, changed: revision, ...vectorColumns(of, embedder) },
        ]);
      if (vector !== undefined) put(requireCurrent(ground, meta, request), vector);
      const hasNext = next !== undefined && nextVector !== undefined;
      if (hasNext) put(next, nextVector);
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
  const { lastSpace } = draft.meta;
  draft.unindex({ storeId, removed: numbers });
  draft.remove(
    'chunks',
    numbers.map((number) => [number]),
  );
  // Also in spaces that a change of the embedder has left behind.
  for (let space = 1; space <= lastSpace; space++)
    draft.remove(
      'vectors',
      numbers.map((number) => [space, number]),
    );
}
