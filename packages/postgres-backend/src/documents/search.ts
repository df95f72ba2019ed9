import {
  afterPrefix,
  type ChunkCandidate,
  type DocumentSearchRequest,
  type DocumentSearchResponse,
} from '@mneme/core/contract';
import { AskedQuery, passing } from '@mneme/core/index';
import type { Query } from '../connection.ts';
import { currentSpace, requireCurrent } from '../spaces.ts';
import type { CachedIndex } from '../store/indexes.ts';
import type { Store } from '../store/store.ts';
import { type DocumentRow, documentColumns, joinContent, requireStore, toSummary } from './rows.ts';

export function searchDocuments(
  store: Store,
  request: DocumentSearchRequest,
): Promise<DocumentSearchResponse> {
  const { scope, storeId, pathPrefix, query: asking } = request;
  return store.indexes.use({ scope, store: storeId }, (kept) =>
    store.connection.read({ scope }, async (query) => {
      const [, below] = await Promise.all([
        requireStore(query, request),
        pathPrefix === '/' ? undefined : numbersBelow(query, request),
      ]);
      if (asking.vector !== undefined) requireCurrent(kept.spaces, store.givenTo(request));
      const { index } = kept;
      const asked = new AskedQuery(index, asking);
      const among =
        below === undefined
          ? []
          : [Int32Array.from(below, ({ number }) => index.placeOf(number)).sort()];
      asked.look(passing(index, { now: '' }, among), asking);
      const chunks = await readChunks(query, { request, kept, places: asked.wanted() });
      asked.compare((place) => chunks.get(place)?.rest);
      const places = asked.places().filter((place) => chunks.has(place));
      const found = asked.foundAt(places);
      const candidates = places.map((place, at) => ({
        ...(chunks.get(place) as Chunk).candidate,
        found: found.slice(at, at + 1),
      }));
      return { candidates, statistics: asked.statistics };
    }),
  );
}

function numbersBelow(
  query: Query,
  { scope, storeId, pathPrefix }: DocumentSearchRequest,
): Promise<{ number: number }[]> {
  return query(
    `SELECT c.number FROM documents d JOIN chunks c ON c.scope = d.scope AND c.store = d.store AND c.document = d.id
     WHERE d.scope = $1 AND d.store = $2 AND d.path >= $3 AND d.path < $4`,
    [scope, storeId, pathPrefix, afterPrefix(pathPrefix)],
  );
}

interface Chunk {
  candidate: Omit<ChunkCandidate, 'found'>;
  rest: Uint8Array | undefined;
}

/** By place. */
async function readChunks(
  query: Query,
  {
    request: { scope, storeId },
    kept: { index },
    places,
  }: { request: DocumentSearchRequest; kept: CachedIndex; places: readonly number[] },
): Promise<Map<number, Chunk>> {
  if (places.length === 0) return new Map();
  const numbers = [...new Set(places)].map((place) => index.numberAt(place));
  const rows = await query<
    DocumentRow & {
      number: number;
      start_at: number;
      end_at: number;
      line: number;
      length: number;
      rest: Uint8Array | null;
    }
  >(
    `SELECT c.number, c.start_at, c.end_at, c.line, c.length, x.rest, ${documentColumns}
     FROM chunks c JOIN documents d ON d.scope = c.scope AND d.store = c.store AND d.id = c.document
       LEFT JOIN vectors x ON x.scope = c.scope AND x.space = ${currentSpace} AND x.number = c.number
     WHERE c.scope = $1 AND c.store = $2 AND c.number = ANY ($3)`,
    [scope, storeId, numbers],
  );
  const contents = await readContents(query, { scope, storeId, ids: rows.map(({ id }) => id) });
  return new Map(
    rows.map((row) => [
      index.placeOf(row.number),
      {
        rest: row.rest ?? undefined,
        candidate: {
          document: toSummary(row),
          text: contents.get(row.id)?.slice(row.start_at, row.end_at) ?? '',
          line: row.line,
          length: row.length,
        },
      },
    ]),
  );
}

/**
 * The texts of live documents, by id. Positions count UTF-16 units as in JavaScript, so the server cannot cut the
 * texts.
 */
export async function readContents(
  query: Query,
  { scope, storeId, ids }: { scope: string; storeId: string; ids: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await query<{ id: string; content: Buffer }>(
    `SELECT d.id, v.content FROM documents d ${joinContent} WHERE d.scope = $1 AND d.store = $2 AND d.id = ANY ($3)`,
    [scope, storeId, [...new Set(ids)]],
  );
  return new Map(rows.map(({ id, content }) => [id, content.toString()]));
}
