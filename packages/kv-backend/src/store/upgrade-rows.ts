import { crc32 } from 'node:zlib';
import type { AnyRecord, EmbedderIdentity, MemoryRecord } from '@mneme/core/contract';
import { insertChunk } from '../documents/chunks.ts';
import { node } from '../node.ts';
import { putOf } from '../packed-commit.ts';
import { type Mark, markKey } from './begin-upgrade.ts';
import { insertSql, valuesOf } from './commit.ts';
import type { Connection } from './connection.ts';
import { headOf, ofPassage } from './head-rows.ts';
import { idKey } from './ids.ts';
import { IndexWriter } from './index-writer.ts';
import { readMeta, saveMeta } from './meta.ts';
import { rowsPerScope } from './row-numbers.ts';
import { scopeOfNumber } from './scope-table.ts';
import { markPending, putVector } from './vector-rows.ts';

/** Progress of an upgrade, in rows. */
export interface UpgradeProgress {
  done: number;
  total: number;
}

const rowsAStep = 500;

/** The next step of an upgrade, in one transaction. Undefined: the upgrade is finished. */
export function upgradeStep(connection: Connection): UpgradeProgress | undefined {
  if (readMark(connection) === undefined) return undefined;
  return connection.write(() => {
    const mark = readMark(connection);
    if (mark === undefined) return undefined; // Another process was faster.
    const moved = moveRecords(connection, mark) || moveChunks(connection);
    mark.done += moved;
    if (moved === 0 && !removeOld(connection, mark)) {
      saveMeta(connection, markKey, undefined);
      return undefined;
    }
    saveMeta(connection, markKey, JSON.stringify(mark));
    return { done: mark.done, total: mark.total };
  });
}

function readMark(connection: Connection): Mark | undefined {
  const text = readMeta(connection, markKey);
  return text === undefined ? undefined : (JSON.parse(text) as Mark);
}

/** Returns the number of rows. */
function moveRecords(connection: Connection, mark: Mark): number {
  const rows = connection
    .statement<OldRow>(`SELECT * FROM old_records ORDER BY row LIMIT ${rowsAStep}`)
    .all();
  const [first] = rows;
  if (first === undefined) return 0;
  const inScope = rows.filter(({ scope }) => scope === first.scope);
  const scope = scopeOfNumber(connection, first.scope);
  const index = new IndexWriter(connection, scope);
  const insert = connection.statement(insertSql);
  for (const old of inScope) {
    const { record, isIntact } = recordOf(scope.name, old, mark.from);
    const terms = wordsOf(connection, old.row);
    const put = putOf({ record, contentKey: old.content_key, matter: matterOf(old, record) });
    insert.run(
      ...valuesOf(put, { scope: scope.name, terms }),
      old.last_accessed_at,
      old.access_count,
      BigInt(old.row),
      old.scope,
      idKey(old.id),
    );
    // Damaged rows stay damaged.
    if (!isIntact)
      connection
        .statement('UPDATE records SET checksum = checksum + 1 WHERE row = ?')
        .run(BigInt(old.row));
    const head = headOf(put.fields, terms);
    scope.term_total += head.length;
    if (!put.isMemory) continue;
    scope.record_count += 1;
    index.setHead(old.row, head);
    moveVectors(connection, index, { row: old.row, isZero: old.zero_vector === 1, mark });
  }
  const last = inScope.at(-1) as OldRow;
  connection.statement('DELETE FROM old_records WHERE row <= ?').run(BigInt(last.row));
  index.flush(last.row - scope.number * rowsPerScope + 1);
  return inScope.length;
}

function moveChunks(connection: Connection): number {
  const rows = connection
    .statement<{ row: number; document: number; start: number; end: number; line: number }>(
      `SELECT * FROM old_chunks ORDER BY row LIMIT ${rowsAStep}`,
    )
    .all();
  const partitionOf = (row: number) => Math.floor(row / rowsPerScope);
  const [first] = rows;
  if (first === undefined) return 0;
  const partition = partitionOf(first.row);
  const inStore = rows.filter(({ row }) => partitionOf(row) === partition);
  const index = new IndexWriter(connection, scopeOfNumber(connection, partition));
  const mark = readMark(connection) as Mark;
  for (const { row, document, start, end, line } of inStore) {
    const terms = wordsOf(connection, row);
    const head = headOf(ofPassage, terms);
    insertChunk(connection, { row, document, start, end, line, length: head.length, terms });
    index.setHead(row, head);
    moveVectors(connection, index, { row, isZero: false, mark });
  }
  const last = inStore.at(-1)?.row as number;
  connection.statement('DELETE FROM old_chunks WHERE row <= ?').run(BigInt(last));
  index.flush(last - partition * rowsPerScope + 1);
  return inStore.length;
}

function wordsOf(connection: Connection, row: number): string {
  return (
    connection.column<string>('SELECT terms FROM record_terms WHERE rowid = ?').get(BigInt(row)) ??
    ''
  );
}

function moveVectors(
  connection: Connection,
  index: IndexWriter,
  { row, isZero, mark }: { row: number; isZero: boolean; mark: Mark },
): void {
  for (const { from, to, embedder, isCurrent } of mark.spaces) {
    const zeros = isCurrent ? isZero : isFilledWithZeros(connection, row);
    const vector = zeros
      ? new Float32Array(embedder.dimensions)
      : oldVector(connection, from, { row, embedder });
    const { current, next } = connection.spaces;
    const space = current?.table === to ? current : next;
    if (vector !== undefined && space !== undefined)
      putVector(connection, index, { space, row, vector });
    else if (isCurrent) markPending(connection);
  }
}

function isFilledWithZeros(connection: Connection, row: number): boolean {
  const zero = connection
    .column<number>('SELECT zero FROM filled_rows WHERE row = ?')
    .get(BigInt(row));
  return zero === 1;
}

/** From sqlite-vec's shadow tables, which can be read without it. Also undefined if it is damaged. */
function oldVector(
  connection: Connection,
  table: string,
  { row, embedder }: { row: number; embedder: EmbedderIdentity },
): Float32Array | undefined {
  const bytes = embedder.dimensions * 4;
  const found = connection
    .column<Uint8Array>(
      `SELECT substr(v.vectors, 1 + r.chunk_offset * ?, ?) FROM ${table}_rowids r
         JOIN ${table}_vector_chunks00 v ON v.rowid = r.chunk_id WHERE r.rowid = ?`,
    )
    .get(BigInt(bytes), BigInt(bytes), BigInt(row));
  if (found?.length !== bytes) return undefined;
  const sum = connection
    .column<number>(`SELECT sum FROM ${table}_sums WHERE row = ?`)
    .get(BigInt(row));
  return sum === crc32(found) ? new Float32Array(Uint8Array.from(found).buffer) : undefined;
}

/** Chunks of vectors that one step removes: some megabytes. */
const chunksAStep = 32;

/** Removes the next part of unused tables. False: nothing is left. */
function removeOld(connection: Connection, mark: Mark): boolean {
  const [table] = mark.vectorTables;
  if (table === undefined) {
    connection.execute(`
      DROP TABLE old_records;
      DROP TABLE old_chunks;
      DROP TABLE record_terms;
      DROP TABLE IF EXISTS filled_rows;
    `);
    return false;
  }
  const { changes } = connection
    .statement(
      `DELETE FROM ${table}_vector_chunks00 WHERE rowid IN (SELECT rowid FROM ${table}_vector_chunks00 LIMIT ${chunksAStep})`,
    )
    .run();
  if (changes > 0) return true;
  connection.forgetVirtualTable(table);
  for (const name of connection
    .column<string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB ?`)
    .all(`${table}_[a-z]*`))
    connection.execute(`DROP TABLE ${name}`);
  mark.vectorTables.shift();
  return true;
}

/** The columns that a checksum of schemas 2 and 3 covers, in its order, with the fields of a record that they have. */
const oldFields = {
  id: 'id',
  version: 'version',
  content: 'content',
  category: 'category',
  tags: 'tags',
  importance: 'importance',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  confirmed_at: 'confirmedAt',
  occurred_at: 'occurredAt',
  expires_at: 'expiresAt',
  superseded_by: 'supersededBy',
  valid_to: 'validTo',
  superseded_reason: 'supersededReason',
  contests: 'contests',
  contested_by: 'contestedBy',
  source: 'source',
  metadata: 'metadata',
} as const;
/** Since schema 3. Covered unless all are as in a fact of schema 2. */
const newerFields = { kind: 'kind', evidence: 'evidence', extracted_by: 'extractedBy' } as const;

const jsonColumns = ['tags', 'contests', 'contested_by', 'source', 'metadata', 'evidence'];

interface OldRow
  extends Record<keyof typeof oldFields | keyof typeof newerFields, string | number | null> {
  row: number;
  scope: number;
  id: string;
  content_key: string;
  last_accessed_at: string | null;
  access_count: number;
  matter: string | null;
  checksum: string;
  zero_vector: number;
}

function recordOf(
  scope: string,
  row: OldRow,
  from: number,
): { record: AnyRecord; isIntact: boolean } {
  const fields = Object.entries({ ...oldFields, ...newerFields }).map(([column, field]) => {
    const value = row[column as keyof typeof oldFields];
    return [field, jsonColumns.includes(column) ? parsed(value) : (value ?? undefined)];
  });
  const {
    source = {},
    tags = [],
    kind,
    category,
    ...others
  } = Object.fromEntries(
    fields.filter(([, value]) => value !== undefined),
  ) as Partial<MemoryRecord>;
  // A record with a place in a session becomes an episode.
  const isTurn = source.session !== undefined && source.sequence !== undefined;
  const kindNow = from >= 3 ? kind : isTurn ? 'episode' : 'fact';
  const record = {
    ...{ ...others, source, tags, kind: kindNow, scope, accessCount: row.access_count },
    ...(kindNow === 'fact' ? { category } : {}),
  };
  return { record: record as AnyRecord, isIntact: oldChecksum(scope, row) === row.checksum };
}

function matterOf(row: OldRow, { kind }: AnyRecord): string | undefined {
  return kind === 'episode' ? undefined : (row.matter ?? undefined);
}

/** Undefined for broken JSON: then the row is damaged. */
function parsed(json: string | number | null): unknown {
  if (json === null) return undefined;
  try {
    return JSON.parse(String(json));
  } catch {
    return undefined;
  }
}

function oldChecksum(scope: string, row: OldRow): string {
  const inColumns = (fields: object) =>
    Object.keys(fields).map((column) => row[column as keyof typeof oldFields]);
  const { kind, evidence, extracted_by } = row;
  const isNewer = (kind !== '' && kind !== 'fact') || evidence !== null || extracted_by !== null;
  const covered = [scope, ...inColumns(oldFields), ...(isNewer ? inColumns(newerFields) : [])];
  return node.crypto.hash('sha256', JSON.stringify(covered), 'base64');
}
