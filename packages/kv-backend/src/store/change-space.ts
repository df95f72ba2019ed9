import {
  cursorCodec,
  type EmbedderIdentity,
  otherSpace,
  type PendingText,
  type SpaceProgress,
} from '@mneme/core/contract';
import { type PendingPlace, pendingChunks } from '../documents/pending-chunks.ts';
import type { Connection } from './connection.ts';
import { unlessDamaged } from './damaged.ts';
import { isNamed } from './erasures.ts';
import { IndexWriter } from './index-writer.ts';
import { rowsPerScope } from './row-numbers.ts';
import { isMemoryRow, type RecordRow, recordColumns, toRecord } from './rows.ts';
import { scopeOfNumber } from './scope-table.ts';
import { createSpace, saveSpaces } from './space-tables.ts';
import { isFor, type Space } from './spaces.ts';
import { hasVector, isPending, putVector, unmarkPending } from './vector-rows.ts';

/**
 * Changes the embedder of a file, see `EmbeddingMigration`. Everything without a vector in the space being built is
 * pending, whoever wrote it. In the current space, pending texts came without a vector, from an import or a memory
 * without an embedder.
 */

/** Rows of `records r` and `document_chunks c` without a vector in the space. */
function without({ table }: Space): { record: string; chunk: string } {
  const none = (row: string) => `NOT EXISTS (SELECT 1 FROM ${table} v WHERE v.row = ${row})`;
  return { record: none('r.row'), chunk: none('c.row') };
}

export function beginSpace(connection: Connection, next: EmbedderIdentity): SpaceProgress {
  return connection.write(() => {
    if (currentOf(connection, next) !== undefined) return { switched: true, done: 0, pending: 0 };
    const { spaces } = connection;
    if (spaces.next === undefined)
      saveSpaces(connection, { ...spaces, next: createSpace(connection, next) });
    const { table } = requireNext(connection, next);
    const count = (sql: string) => Number(connection.column<number>(sql).get());
    const done = count(`SELECT count(*) FROM ${table}`);
    const all = count(
      `SELECT (SELECT count(*) FROM records r WHERE ${isMemoryRow}) + (SELECT count(*) FROM document_chunks)`,
    );
    return { switched: false, done, pending: all - done };
  });
}

const pendingCursors = cursorCodec('pending', ['string', 'number']);

/** Records first, then chunks of documents, each ordered by row number. */
export function pendingTexts(
  connection: Connection,
  { next, cursor, limit }: { next: EmbedderIdentity; cursor?: string; limit: number },
): { texts: PendingText[]; nextCursor?: string } {
  return connection.read(() => {
    const current = currentOf(connection, next);
    if (current !== undefined && !isPending(connection)) return { texts: [] };
    const lacking = without(current ?? requireNext(connection, next));
    const [kind, after] = pendingCursors.decode(cursor, []) ?? ['record', 0];
    // During a change of the embedder, no pending text may be skipped.
    const position = { after: BigInt(after), limit, skipsDamaged: current !== undefined };
    const texts =
      kind === 'record'
        ? pendingRecords(connection, { ...position, lacking: lacking.record })
        : pendingChunks(connection, { ...position, lacking: lacking.chunk });
    const last = texts.at(-1);
    if (last !== undefined && texts.length === limit)
      return { texts, nextCursor: pendingCursors.encode([kind, Number(last.key)], []) };
    return kind === 'record'
      ? { texts, nextCursor: pendingCursors.encode(['chunk', 0], []) }
      : { texts };
  });
}

function pendingRecords(
  connection: Connection,
  { after, limit, lacking, skipsDamaged }: PendingPlace,
): PendingText[] {
  return connection
    .statement<RecordRow & { scope_name: string }>(
      `SELECT ${recordColumns}, s.name AS scope_name FROM records r JOIN scopes s ON s.number = r.scope
       WHERE r.row > ? AND ${isMemoryRow} AND ${isNamed('s.name')} AND ${lacking} ORDER BY r.row LIMIT ?`,
    )
    .all(after, limit)
    .flatMap((row) =>
      unlessDamaged(skipsDamaged, () => ({
        key: String(row.row),
        kind: 'record' as const,
        record: toRecord(row.scope_name, row),
      })),
    );
}

export function fillSpace(
  connection: Connection,
  {
    next,
    vectors,
  }: {
    next: EmbedderIdentity;
    vectors: readonly { text: PendingText; vector: Float32Array }[];
  },
): number {
  return connection.write(() => {
    const current = currentOf(connection, next);
    const space = current ?? requireNext(connection, next);
    const writers = new Map<number, IndexWriter>();
    let taken = 0;
    for (const { text, vector } of vectors) {
      const row = Number(text.key);
      if (!isThere(connection, text) || hasVector(connection, space, row)) continue;
      const number = Math.floor(row / rowsPerScope);
      let writer = writers.get(number);
      if (writer === undefined) {
        writer = new IndexWriter(connection, scopeOfNumber(connection, number));
        writers.set(number, writer);
      }
      putVector(connection, writer, { space, row, vector });
      taken += 1;
    }
    for (const writer of writers.values()) writer.flush();
    if (current !== undefined && !isLacking(connection, current)) unmarkPending(connection);
    return taken;
  });
}

/** False if the text has changed or was removed since it was read. Rows of chunks are never rewritten. */
function isThere(connection: Connection, text: PendingText): boolean {
  const row = BigInt(text.key);
  if (text.kind === 'chunk')
    return connection.column('SELECT 1 FROM document_chunks WHERE row = ?').get(row) !== undefined;
  const { scope, content } = text.record;
  const now = connection
    .statement<RecordRow>(
      `SELECT ${recordColumns} FROM records r WHERE r.row = ?
         AND r.scope = (SELECT number FROM scopes WHERE name = ?)`,
    )
    .get(row, scope);
  return now !== undefined && toRecord(scope, now).content === content;
}

export function finishSpace(connection: Connection, next: EmbedderIdentity): boolean {
  return connection.write(() => {
    if (currentOf(connection, next) !== undefined) return true;
    const space = requireNext(connection, next);
    if (isLacking(connection, space)) return false;
    unmarkPending(connection);
    const { current, retired } = connection.spaces;
    saveSpaces(connection, {
      current: space,
      retired: current === undefined ? retired : [...retired, current],
    });
    return true;
  });
}

export function abandonSpace(connection: Connection, next: EmbedderIdentity): void {
  connection.write(() => {
    const { current, next: building, retired } = connection.spaces;
    if (building === undefined || !isFor(building, next)) return;
    saveSpaces(connection, { current, retired: [...retired, building] });
  });
}

function isLacking(connection: Connection, space: Space): boolean {
  const { record, chunk } = without(space);
  const lacking = connection.column<number>(
    `SELECT EXISTS (SELECT 1 FROM records r WHERE ${isMemoryRow} AND ${record})
       OR EXISTS (SELECT 1 FROM document_chunks c WHERE ${chunk})`,
  );
  return lacking.get() !== 0;
}

function currentOf(connection: Connection, embedder: EmbedderIdentity): Space | undefined {
  const { current } = connection.spaces;
  return current !== undefined && isFor(current, embedder) ? current : undefined;
}

function requireNext(connection: Connection, asked: EmbedderIdentity): Space {
  const { next } = connection.spaces;
  if (next !== undefined && isFor(next, asked)) return next;
  throw otherSpace(connection.path, { building: next?.embedder, asked });
}
