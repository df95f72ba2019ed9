import {
  afterPrefix,
  type ChunkCandidate,
  type DocumentSearchRequest,
  type DocumentSearchResponse,
  type Found,
} from '@mneme/core/contract';
import { AskedQuery, passing } from '@mneme/core/index';
import type { Kept } from '../index/kept.ts';
import type { LookUpQuestion, Row } from '../rows/rows.ts';
import { contentIn, currentVersionQuestion } from './contents.ts';
import { requireStore, storeQuestion, toSummary } from './document-rows.ts';
import type { DocumentGround } from './ground.ts';
import { spaceOf } from './passages.ts';

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
  if (query.vector !== undefined) spaceOf(ground, kept.meta, request);
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

/** The passages of these numbers, in order. Undefined: one of them is there no longer. */
async function passagesOf(
  { rows }: DocumentGround,
  request: DocumentSearchRequest,
  numbers: readonly number[],
): Promise<Omit<ChunkCandidate, 'found'>[] | undefined> {
  const { scope, storeId, pathPrefix } = request;
  const chunkQuestion = (columns: readonly string[]): LookUpQuestion => ({
    ...{ table: 'chunks', any: numbers.map((number) => [scope, number]), columns },
  });
  const [stored, chunks = []] = await rows.read(scope, [
    storeQuestion(request),
    chunkQuestion(['document', 'start_at', 'end_at', 'line', 'length']),
  ]);
  requireStore(stored, request);
  const ids = [...new Set(chunks.map(({ document }) => document as string))];
  if (ids.length === 0) return numbers.length === 0 ? [] : undefined;
  // Passages never change, so those that are still there fit the contents of the same moment.
  const [left = [], documents = [], ...versions] = await rows.read(scope, [
    chunkQuestion(['number']),
    { table: 'documents', any: ids.map((id) => [scope, storeId, id]) },
    ...ids.map((id) => currentVersionQuestion(request, id)),
  ]);
  const isBelow = ({ path }: Row) => String(path).startsWith(pathPrefix);
  if (left.length < numbers.length || !documents.every(isBelow)) return undefined;
  const summaries = new Map(documents.map((row) => [row.id as string, toSummary(row)]));
  const contents = new Map(
    versions.map(([row], at) => [ids[at], contentIn(row ?? { document: ids[at] as string })]),
  );
  return chunks.map(({ document, start_at, end_at, line, length }) => ({
    document: summaries.get(document as string) as NonNullable<ReturnType<typeof toSummary>>,
    text: (contents.get(document as string) as string).slice(start_at as number, end_at as number),
    line: line as number,
    length: length as number,
  }));
}
