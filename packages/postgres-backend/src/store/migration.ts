import {
  cursorCodec,
  type EmbedderIdentity,
  type EmbeddingMigration,
  otherSpace,
  type PendingText,
} from '@mneme/core/contract';
import type { Query } from '../connection.ts';
import { readContents } from '../documents/search.ts';
import { isFor, readSpaces, type Space, type Spaces, saveSpaces } from '../spaces.ts';
import { lockScope, putVectors } from './commit.ts';
import { isIntact, parseStored, type RecordRow, recordColumns, toRecord } from './rows.ts';
import type { Store } from './store.ts';
import { vectorColumns } from './vector-bytes.ts';

const cursors = cursorCodec('pending', ['string', 'string', 'number']);
const everyScope = { everyScope: true } as const;

/** Vectors of both spaces are in one table, and the change is one row of `meta`. */
export function embeddingMigration(
  run: <T>(work: (store: Store) => Promise<T>) => Promise<T>,
): EmbeddingMigration {
  const change = <T>(work: (query: Query, spaces: Spaces, where: string) => Promise<T>) =>
    run(({ connection }) =>
      connection.change(async (query) => work(query, await readSpaces(query), connection.where)),
    );
  return {
    lateWritesMs: 0,
    begin: (next) =>
      change(async (query, spaces, where) => {
        if (isFor(spaces.current, next)) return { switched: true, done: 0, pending: 0 };
        if (spaces.next === undefined)
          await saveSpaces(query, {
            ...spaces,
            last: spaces.last + 1,
            next: { number: spaces.last + 1, embedder: next },
          });
        const { number } = requireNext(await readSpaces(query), { asked: next, where });
        const [counts] = await query<{ done: number; all: number }>(
          `SELECT (SELECT count(*)::integer FROM vectors WHERE space = $1) AS done,
             (SELECT count(*)::integer FROM records WHERE kind IS NOT NULL) + (SELECT count(*)::integer FROM chunks) AS all`,
          [number],
        );
        const { done = 0, all = 0 } = counts ?? {};
        return { switched: false, done, pending: all - done };
      }),
    pending: ({ next, cursor, limit }) =>
      run(({ connection }) =>
        connection.read(everyScope, async (query) => {
          const spaces = await readSpaces(query);
          const isCurrent = isFor(spaces.current, next);
          const lacking = isCurrent
            ? 'NOT r.embedded'
            : lackingIn(requireNext(spaces, { asked: next, where: connection.where }));
          const [kind, ...after] = cursors.decode(cursor, []) ?? ['record', '', -1];
          const { texts, last } = await (kind === 'record' ? pendingRecords : pendingChunks)(
            query,
            {
              lacking,
              after,
              limit,
              // During a change of the embedder, no pending text may be skipped.
              skipsDamaged: isCurrent,
            },
          );
          if (last !== undefined)
            return { texts, nextCursor: cursors.encode([kind, last.scope, last.number], []) };
          return kind === 'record'
            ? { texts, nextCursor: cursors.encode(['chunk', '', -1], []) }
            : { texts };
        }),
      ),
    fill: ({ next, vectors }) =>
      run(({ connection }) =>
        connection.write(everyScope, async (query) => {
          const spaces = await readSpaces(query);
          const isCurrent = isFor(spaces.current, next);
          const space = isCurrent
            ? (spaces.current as Space)
            : requireNext(spaces, { asked: next, where: connection.where });
          let taken = 0;
          const byScope = Map.groupBy(vectors, ({ text }) => placeOf(text.key)[0]);
          for (const scope of [...byScope.keys()].sort())
            taken += await fillScope(query, {
              scope,
              space,
              isCurrent,
              vectors: byScope.get(scope) ?? [],
            });
          return taken;
        }),
      ),
    finish: (next) =>
      change(async (query, spaces, where) => {
        if (isFor(spaces.current, next)) return true;
        const space = requireNext(spaces, { asked: next, where });
        for (const table of ['records', 'chunks']) {
          const condition = `${table === 'records' ? 'r.kind IS NOT NULL AND ' : ''}${lackingIn(space)}`;
          const found = await query(`SELECT 1 FROM ${table} r WHERE ${condition} LIMIT 1`);
          if (found.length > 0) return false;
          await query(`UPDATE ${table} SET embedded = true WHERE NOT embedded`);
        }
        await saveSpaces(query, { last: spaces.last, current: space });
        return true;
      }),
    clear: () =>
      change(async (query, { current, next }) => {
        const kept = [current, next].flatMap((space) => space?.number ?? []);
        await query('DELETE FROM vectors WHERE space <> ALL ($1)', [kept]);
      }),
    abandon: (next) =>
      change(async (query, { next: building, ...spaces }) => {
        if (isFor(building, next)) await saveSpaces(query, spaces);
      }),
  };
}

function requireNext(
  { next }: Spaces,
  { asked, where }: { asked: EmbedderIdentity; where: string },
): Space {
  if (next !== undefined && isFor(next, asked)) return next;
  throw otherSpace(where, { building: next?.embedder, asked });
}

/** SQL for rows `r`. */
function lackingIn({ number }: Space): string {
  return `NOT EXISTS (SELECT 1 FROM vectors v WHERE v.scope = r.scope AND v.space = ${number} AND v.number = r.number)`;
}

function keyOf(scope: string, number: number): string {
  return JSON.stringify([scope, number]);
}

function placeOf(key: string): [scope: string, number: number] {
  return JSON.parse(key) as [string, number];
}

interface PendingPlace {
  lacking: string;
  after: readonly [scope: string, number: number];
  limit: number;
  skipsDamaged: boolean;
}

interface PendingPage {
  texts: PendingText[];
  /** Where the next page continues. Absent: there is none. */
  last?: { scope: string; number: number };
}

async function pendingRecords(
  query: Query,
  { lacking, after, limit, skipsDamaged }: PendingPlace,
): Promise<PendingPage> {
  const rows = await query<RecordRow & { scope: string }>(
    `SELECT r.scope, ${recordColumns} FROM records r
     WHERE r.kind IS NOT NULL AND (r.scope, r.number) > ($1, $2) AND ${lacking} ORDER BY r.scope, r.number LIMIT ${limit}`,
    [...after],
  );
  const texts = rows
    .filter((row) => !skipsDamaged || isIntact(row))
    .map((row) => ({
      key: keyOf(row.scope, row.number),
      kind: 'record' as const,
      record: toRecord(row),
    }));
  return { texts, last: rows[limit - 1] };
}

async function pendingChunks(
  query: Query,
  { lacking, after, limit }: PendingPlace,
): Promise<PendingPage> {
  const rows = await query<{
    scope: string;
    store: string;
    number: number;
    document: string;
    start_at: number;
    end_at: number;
  }>(
    `SELECT r.scope, r.store, r.number, r.document, r.start_at, r.end_at FROM chunks r
     WHERE (r.scope, r.number) > ($1, $2) AND ${lacking} ORDER BY r.scope, r.number LIMIT ${limit}`,
    [...after],
  );
  const texts: PendingText[] = [];
  for (const ofStore of Map.groupBy(rows, ({ scope, store }) => `${scope}\n${store}`).values()) {
    const { scope, store: storeId } = ofStore[0] as (typeof rows)[number];
    const ids = ofStore.map(({ document }) => document);
    const contents = await readContents(query, { scope, storeId, ids });
    for (const { number, document, start_at, end_at } of ofStore) {
      const text = contents.get(document)?.slice(start_at, end_at) ?? '';
      texts.push({ key: keyOf(scope, number), kind: 'chunk', text });
    }
  }
  return { texts, last: rows[limit - 1] };
}

async function fillScope(
  query: Query,
  {
    scope,
    space,
    isCurrent,
    vectors,
  }: {
    scope: string;
    space: Space;
    isCurrent: boolean;
    vectors: readonly { text: PendingText; vector: Float32Array }[];
  },
): Promise<number> {
  const numbers = vectors.map(({ text }) => placeOf(text.key)[1]);
  const { revision } = await lockScope(query, scope);
  const [records, chunks] = await Promise.all(
    ['records', 'chunks'].map((table) =>
      query<{ number: number; record: string; store: string }>(
        `SELECT r.number, ${table === 'records' ? 'r.record' : 'r.store'} FROM ${table} r
         WHERE r.scope = $1 AND r.number = ANY ($2) AND ${lackingIn(space)}`,
        [scope, numbers],
      ),
    ),
  );
  const contents = new Map(
    records?.map(({ number, record }) => [
      number,
      parseStored<{ content: string }>(record)?.content,
    ]),
  );
  const isChunk = new Set(chunks?.map(({ number }) => number));
  // A text that has changed meanwhile is skipped; a row of a passage is never written twice.
  const taken = vectors.filter(({ text }) => {
    const [, number] = placeOf(text.key);
    return text.kind === 'chunk'
      ? isChunk.has(number)
      : contents.get(number) === text.record.content;
  });
  const rows = taken.map(({ text, vector }) => {
    const number = placeOf(text.key)[1];
    return { scope, space: space.number, number, ...vectorColumns(vector, space.embedder) };
  });
  await putVectors(query, rows);
  if (!isCurrent) return taken.length;
  const filled = rows.map(({ number }) => number);
  for (const table of ['records', 'chunks'])
    await query(
      `UPDATE ${table} SET embedded = true, changed = $3 WHERE scope = $1 AND number = ANY ($2)`,
      [scope, filled, revision],
    );
  await query(
    'UPDATE stores SET revision = $3 WHERE scope = $1 AND id IN (SELECT store FROM chunks WHERE scope = $1 AND number = ANY ($2))',
    [scope, filled, revision],
  );
  return taken.length;
}
