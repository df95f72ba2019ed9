import {
  afterPrefix,
  type ChunkCandidate,
  type DocumentSearchRequest,
  type DocumentSearchResponse,
  type DocumentSummary,
  type Found,
} from '@mneme/core/backend';
import { AskedQuery } from '../index/asked-query.ts';
import type { Kept } from '../index/kept.ts';
import { passing } from '../index/passing.ts';
import type { Row } from '../rows/rows.ts';
import { scopeQuestion } from '../scopes/scope-writer.ts';
import { requireCurrent } from '../spaces/space-of.ts';
import { withContents } from './contents.ts';
import { requireStore, storeQuestion, toSummary } from './document-rows.ts';
import type { DocumentGround } from './ground.ts';

/** Passages have nothing to filter by. */
const everything = { now: '' };

/** If documents change between the index and the rows, all is asked again, so that a document is found as it was or as it is. */
export async function searchDocuments(
  ground: DocumentGround,
  request: DocumentSearchRequest,
): Promise<DocumentSearchResponse> {
  const { scope, storeId } = request;
  for (;;) {
    const answer = await ground.indexes.use({ scope, storeId }, (kept) =>
      searchIn(kept, ground, request),
    );
    if (answer !== undefined) return answer;
  }
}

/** Undefined: documents have changed meanwhile. */
async function searchIn(
  kept: Kept,
  ground: DocumentGround,
  request: DocumentSearchRequest,
): Promise<DocumentSearchResponse | undefined> {
  const { query } = request;
  const { index } = kept;
  const below = await placesBelow(kept, ground, request);
  if (below === undefined) return undefined;
  if (query.vector !== undefined) requireCurrent(ground, kept.meta, request);
  const asked = new AskedQuery(index, query);
  asked.look(passing(index, everything, below), query);
  await kept.rests(asked.wanted());
  asked.compare((place) => kept.restAt(place));
  const places = asked.places();
  const found = asked.foundAt(places);
  const passages = await passagesOf(
    ground,
    request,
    places.map((place) => index.numberAt(place)),
  );
  const candidates = passages?.map((passage, at) => ({ ...passage, found: [found[at] as Found] }));
  return candidates && { candidates, statistics: asked.statistics };
}

/** The places of passages below a path, as a list; none for the root. Undefined: the index lacks one. */
async function placesBelow(
  { index }: Kept,
  { rows }: DocumentGround,
  { scope, storeId, pathPrefix }: DocumentSearchRequest,
): Promise<Int32Array[] | undefined> {
  if (pathPrefix === '/') return [];
  const [documents = []] = await rows.read(scope, [
    {
      ...{ table: 'documents', index: 'by_path', is: [scope, storeId], columns: ['id'] },
      ...{ after: [pathPrefix], before: [afterPrefix(pathPrefix)] },
    },
  ]);
  const any = documents.map(({ id }) => [scope, storeId, id as string]);
  const [chunks = []] = await rows.read(scope, [
    { table: 'chunks', index: 'by_document', any, columns: ['number'] },
  ]);
  const places = Int32Array.from(chunks, ({ number }) => index.placeOf(number as number)).sort();
  return places.length > 0 && (places[0] as number) < 0 ? undefined : [places];
}

/** Whether nothing was written in a scope between two answers to {@link scopeQuestion}. */
function isSame([before]: readonly Row[] = [], [after]: readonly Row[] = []): boolean {
  return before?.revision === after?.revision && before?.epoch === after?.epoch;
}

/** The passages of these numbers, in order. Undefined: one of them is there no longer. */
async function passagesOf(
  { rows }: DocumentGround,
  request: DocumentSearchRequest,
  numbers: readonly number[],
): Promise<Omit<ChunkCandidate, 'found'>[] | undefined> {
  const { scope, storeId, pathPrefix } = request;
  const any = numbers.map((number) => [scope, number]);
  const [stored, chunks = [], before] = await rows.read(scope, [
    storeQuestion(request),
    { table: 'chunks', any, columns: ['document', 'start_at', 'end_at', 'line', 'length'] },
    scopeQuestion(scope),
  ]);
  requireStore(stored, request);
  const ids = [...new Set(chunks.map(({ document }) => document as string))];
  // Passages never change: those that are still there fit the documents of the same moment.
  const ofIds = { table: 'documents', any: ids.map((id) => [scope, storeId, id]) };
  const { count, documents, contents } = await withContents(rows, request, async () => {
    const [documents = [], after] = await rows.read(scope, [ofIds, scopeQuestion(scope)]);
    if (isSame(before, after)) return { count: chunks.length, documents };
    const [left = [], later = []] = await rows.read(scope, [
      { table: 'chunks', any, columns: ['number'] },
      ofIds,
    ]);
    return { count: left.length, documents: later };
  });
  const isBelow = ({ path }: Row) => String(path).startsWith(pathPrefix);
  if (count < numbers.length || !documents.every(isBelow)) return undefined;
  const summaries = new Map(documents.map((row) => [row.id as string, toSummary(row)]));
  return chunks.map(({ document, start_at, end_at, line, length }) => ({
    document: { ...(summaries.get(document as string) as DocumentSummary) },
    text: contents.get(document as string)?.slice(start_at as number, end_at as number) ?? '',
    line: line as number,
    length: length as number,
  }));
}
