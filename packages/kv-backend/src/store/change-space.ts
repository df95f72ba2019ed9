import {
  cursorCodec,
  type EmbedderIdentity,
  otherSpace,
  type PendingText,
  type SpaceProgress,
} from '@mneme/core/contract';
import { chunkMetadata } from '../documents/chunks.ts';
import { type PendingPlace, pendingChunks } from '../documents/pending-chunks.ts';
import { recordMetadata } from './commit.ts';
import type { Connection } from './connection.ts';
import { unlessDamaged } from './damaged.ts';
import { isMemoryRow, type RecordRow, recordColumns, toRecord } from './rows.ts';
import { findScope } from './scope-table.ts';
import { createSpace, saveSpaces } from './space-tables.ts';
import { isFor, type Space } from './spaces.ts';
import {
  fillNext,
  insertVector,
  isFilled,
  isPending,
  markZero,
  unmarkPending,
  type VectorRow,
} from './vector-rows.ts';

/**
 * Changing the embedder of a file, see `EmbeddingMigration`. `filled_rows` lists what has a vector in the space being built
 * (or one of zeros, which no table holds): what it lacks is pending, whoever wrote it.
 */

/** Of rows of `records r` and `document_chunks c`: they lack a vector in the space that is being built. */
const notFilled = {
  record: 'NOT EXISTS (SELECT 1 FROM filled_rows f WHERE f.row = r.row)',
  chunk: 'NOT EXISTS (SELECT 1 FROM filled_rows f WHERE f.row = c.row)',
};

/** As above, in a space that answers: what came without a vector, from an import or a memory without an embedder. */
function without({ table }: Space): typeof notFilled {
  const none = (row: string) => `NOT EXISTS (SELECT 1 FROM ${table}_sums v WHERE v.row = ${row})`;
  return { record: `r.zero_vector = 0 AND ${none('r.row')}`, chunk: none('c.row') };
}

export function beginSpace(connection: Connection, next: EmbedderIdentity): SpaceProgress {
  return connection.write(() => {
    if (currentOf(connection, next) !== undefined) return { switched: true, done: 0, pending: 0 };
    const { spaces } = connection;
    if (spaces.next === undefined) {
      connection.execute(
        'CREATE TABLE filled_rows (row INTEGER PRIMARY KEY, zero INTEGER NOT NULL)',
      );
      saveSpaces(connection, { ...spaces, next: createSpace(connection, next) });
    }
    requireNext(connection, next);
    const count = (sql: string) => Number(connection.column<number>(sql).get());
    const done = count('SELECT count(*) FROM filled_rows');
    const all = count(
      `SELECT (SELECT count(*) FROM records r WHERE ${isMemoryRow}) + (SELECT count(*) FROM document_chunks)`,
    );
    return { switched: false, done, pending: all - done };
  });
}

const pendingCursors = cursorCodec('pending', ['string', 'number']);

/** Records first, then chunks of documents, each in order of row number. */
export function pendingTexts(
  connection: Connection,
  { next, cursor, limit }: { next: EmbedderIdentity; cursor?: string; limit: number },
): { texts: PendingText[]; nextCursor?: string } {
  return connection.read(() => {
    const current = currentOf(connection, next);
    if (current === undefined) requireNext(connection, next);
    else if (!isPending(connection)) return { texts: [] };
    const lacking = current === undefined ? notFilled : without(current);
    const [kind, after] = pendingCursors.decode(cursor, []) ?? ['record', 0];
    // Of those that a change of the embedder lacks, none may be left out.
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
       WHERE r.row > ? AND ${isMemoryRow} AND ${lacking} ORDER BY r.row LIMIT ?`,
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
    let taken = 0;
    for (const { text, vector } of vectors) {
      const row = Number(text.key);
      const place = placeNow(connection, text);
      if (place === undefined) continue;
      const at = { row, ...place, vector };
      if (current !== undefined) {
        if (hasVector(connection, current, row)) continue;
        const placed = insertVector(connection, current, at);
        if (!placed && text.kind === 'record') markZero(connection, row);
      } else {
        if (isFilled(connection, row)) continue;
        fillNext(connection, space, at);
      }
      taken += 1;
    }
    if (current !== undefined && !isLacking(connection, without(current)))
      unmarkPending(connection);
    return taken;
  });
}

/** Undefined where the text is not there any more as it was read. Rows of chunks are never written twice. */
function placeNow(
  connection: Connection,
  text: PendingText,
): Pick<VectorRow, 'partition' | 'metadata'> | undefined {
  const row = BigInt(text.key);
  if (text.kind === 'chunk') {
    const partition = connection
      .column<number>(
        `SELECT s.partition FROM document_chunks c JOIN documents d ON d.number = c.document
           JOIN document_stores s ON s.number = d.store WHERE c.row = ?`,
      )
      .get(row);
    return partition === undefined ? undefined : { partition, metadata: chunkMetadata };
  }
  const { scope } = text.record;
  const partition = findScope(connection, scope)?.number;
  if (partition === undefined) return undefined;
  const now = connection
    .statement<RecordRow>(`SELECT ${recordColumns} FROM records r WHERE r.row = ? AND r.scope = ?`)
    .get(row, partition);
  if (now === undefined || now.content !== text.record.content) return undefined;
  return { partition, metadata: recordMetadata(toRecord(scope, now)) };
}

export function finishSpace(connection: Connection, next: EmbedderIdentity): boolean {
  return connection.write(() => {
    if (currentOf(connection, next) !== undefined) return true;
    const space = requireNext(connection, next);
    if (isLacking(connection, notFilled)) return false;
    unmarkPending(connection);
    connection.statement('UPDATE records SET zero_vector = 0 WHERE zero_vector = 1').run();
    connection
      .statement(
        'UPDATE records SET zero_vector = 1 WHERE row IN (SELECT row FROM filled_rows WHERE zero = 1)',
      )
      .run();
    connection.execute('DROP TABLE filled_rows');
    const { current, retired } = connection.spaces;
    saveSpaces(connection, {
      current: space,
      retired: current === undefined ? retired : [...retired, current.table],
    });
    return true;
  });
}

export function abandonSpace(connection: Connection, next: EmbedderIdentity): void {
  connection.write(() => {
    const { current, next: building, retired } = connection.spaces;
    if (building === undefined || !isFor(building, next)) return;
    connection.execute('DROP TABLE filled_rows');
    saveSpaces(connection, { current, retired: [...retired, building.table] });
  });
}

function isLacking(connection: Connection, { record, chunk }: typeof notFilled): boolean {
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

function hasVector(connection: Connection, { table }: Space, row: number): boolean {
  return connection.column(`SELECT 1 FROM ${table} WHERE rowid = ?`).get(BigInt(row)) !== undefined;
}
