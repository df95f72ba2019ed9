import {
  embedderKey,
  type ListRequest,
  type ListResponse,
  type MemoryRecord,
  type RecordFilter,
} from '@mneme/core/contract';
import {
  bucketOf,
  type Codes,
  findPostings,
  type Heads,
  type Postings,
  passing,
  type SearchedIndex,
  Snapshot,
  type TermRows,
} from '@mneme/core/index';
import { type BlockTable, readBlocks } from './blocks.ts';
import type { CachedIndex } from './cached-index.ts';
import type { Connection } from './connection.ts';
import { damaged } from './damaged.ts';
import { wantedFacets } from './filter-sql.ts';
import { codeBlocks, headBlocks } from './index-writer.ts';
import { rowsPerScope } from './row-numbers.ts';
import { type RecordRow, recordColumns, toRecord } from './rows.ts';
import type { IndexState, ScopeRow } from './scope-table.ts';
import type { Space } from './spaces.ts';
import { readBucket, readTerms } from './word-rows.ts';

/** Approximate size of a bucket in memory. */
const bucketBytes = 4096;
/** Number of cached pages of one scope, for a recall. */
const mostLists = 4;

/** The index of one scope as the file has it, inside one transaction. */
export class ScopeIndex implements SearchedIndex {
  readonly snapshot: Snapshot;
  readonly scope: ScopeRow;
  readonly #connection: Connection;
  readonly #kept: CachedIndex;

  constructor(connection: Connection, scope: ScopeRow) {
    this.#connection = connection;
    this.scope = scope;
    this.#kept = freshIndex(connection, scope);
    this.snapshot = this.#kept.snapshot;
  }

  get heads(): Heads {
    return this.snapshot.heads;
  }

  get codes(): Codes | undefined {
    return this.snapshot.codes;
  }

  get places(): number {
    return this.snapshot.places;
  }

  get count(): number {
    return this.scope.record_count;
  }

  get terms(): number {
    return this.scope.term_total;
  }

  /** The postings of each term. */
  rowsOf(terms: readonly string[]): TermRows[] {
    for (const term of terms)
      if (!this.snapshot.hasTerm(term)) this.snapshot.readTerm(term, this.#find(term));
    return terms.map((term) => this.snapshot.rowsOf(term));
  }

  /**
   * The cosine of each place and the vector, from the codes. The last result is cached, because one query uses several
   * filters.
   */
  near(vector: Float32Array): Float32Array {
    const { snapshot, near } = this.#kept;
    if (near?.vector.every((value, at) => value === vector[at])) return near.cosines;
    const cosines = snapshot.codes?.near(vector) ?? new Float32Array(0);
    this.#kept.near = { vector: vector.slice(), cosines };
    return cosines;
  }

  #find(term: string): (Postings | undefined)[] {
    return this.snapshot.ranges.map(({ start, rows, buckets }) => {
      const bucket = bucketOf(term, buckets);
      const key = `${start} ${rows} ${bucket}`;
      let bytes = this.#kept.buckets.get(key);
      if (bytes === undefined) {
        bytes = readBucket(this.#connection, { scope: this.scope.number, start, bucket });
        this.#kept.buckets.set(key, bytes);
      }
      return findPostings(bytes, term);
    });
  }

  passing(filter: RecordFilter): Uint8Array {
    const rowsWith = this.#connection.column<number>(
      'SELECT DISTINCT row FROM record_facets WHERE scope = ? AND facet IN (SELECT value FROM json_each(?))',
    );
    const among = wantedFacets(filter).map((facets) =>
      Int32Array.from(rowsWith.all(this.scope.number, JSON.stringify(facets)), (row) =>
        this.placeOf(row),
      ),
    );
    return passing(this.snapshot, filter, among);
  }

  /** The rest of the vector at a place. */
  restAt = (place: number): Uint8Array | undefined => {
    const row = this.rowAt(place);
    const known = this.#connection.records.get(row)?.rest;
    if (known !== undefined) return known;
    const { current } = this.#connection.spaces;
    const rest = this.#connection
      .column<Uint8Array>(`SELECT rest FROM ${current?.table} WHERE row = ?`)
      .get(BigInt(row));
    if (rest !== undefined) this.#connection.records.set(row, { rest });
    return rest;
  };

  /** The records at these places. */
  recordsAt(places: readonly number[]): MemoryRecord[] {
    const rows = places.map((place) => this.rowAt(place));
    const { records } = this.#connection;
    const known = rows.map((row) => records.get(row)?.record);
    const missing = rows.filter((_, at) => known[at] === undefined);
    if (missing.length === 0) return known as MemoryRecord[];
    const found = this.#connection
      .statement<RecordRow>(
        `SELECT ${recordColumns} FROM json_each(?) j CROSS JOIN records r ON r.row = j.value AND r.scope = ?`,
      )
      .all(JSON.stringify(missing), this.scope.number);
    for (const row of found) records.set(row.row, { record: toRecord(this.scope.name, row) });
    return rows.map((row) => {
      const record = records.get(row)?.record;
      if (record === undefined) throw damaged('the index of a scope');
      return record;
    });
  }

  /** A page of a list that the caller does not change, cached until the scope changes or one of its records expires. */
  listed(request: ListRequest, read: () => ListResponse): ListResponse {
    const { lists } = this.#kept;
    const { filter, order, limit, cursor } = request;
    const now = Date.parse(filter.now);
    const key = JSON.stringify([{ ...filter, now: '' }, order, limit, cursor]);
    const known = lists.get(key);
    if (known !== undefined && known.from <= now && now < known.until) return known.page;
    const page = read();
    let until = Number.POSITIVE_INFINITY;
    for (const expiresAt of this.heads.expiresAt)
      if (expiresAt > now && expiresAt < until) until = expiresAt;
    if (lists.size >= mostLists) lists.clear();
    lists.set(key, { page, from: now, until });
    return page;
  }

  /** The record of a row that was just read, or its cached copy. */
  kept(row: number, record: MemoryRecord): MemoryRecord {
    const { records } = this.#connection;
    const known = records.get(row)?.record;
    if (known === undefined) records.set(row, { record });
    return known ?? record;
  }

  placeOf(row: number): number {
    return this.snapshot.placeOf(row - this.scope.number * rowsPerScope);
  }

  rowAt(place: number): number {
    return this.scope.number * rowsPerScope + this.snapshot.rowAt(place);
  }
}

function freshIndex(connection: Connection, scope: ScopeRow): CachedIndex {
  const { current } = connection.spaces;
  const key = JSON.stringify([
    scope.number,
    current && [current.table, embedderKey(current.embedder)],
  ]);
  const { snapshots } = connection;
  const kept = snapshots.get(key);
  if (kept?.revision === scope.revision) return kept;
  const state = JSON.parse(scope.state) as IndexState;
  // Cached data may be of another scope that had this number before.
  for (const from of [kept, undefined]) {
    const index = from ?? newIndex(connection, current);
    if (from === undefined) snapshots.set(key, index);
    if (update(connection, index, { scope, state, space: current })) {
      snapshots.trim(key);
      return index;
    }
    snapshots.drop(key);
  }
  throw damaged('the index of a scope');
}

function newIndex(connection: Connection, space: Space | undefined): CachedIndex {
  const snapshot = new Snapshot({
    dimensions: space?.embedder.dimensions,
    memory: connection.codeMemory,
  });
  const buckets = new Map<string, Uint8Array>();
  return {
    snapshot,
    revision: -1,
    words: -1,
    sums: new Map(),
    buckets,
    lists: new Map(),
    get bytes() {
      return snapshot.bytes + buckets.size * bucketBytes;
    },
    release: () => snapshot.release(),
  };
}

/** Reads what has changed since. False: the checksums differ from those of the file. */
function update(
  connection: Connection,
  index: CachedIndex,
  { scope, state, space }: { scope: ScopeRow; state: IndexState; space: Space | undefined },
): boolean {
  const { number, revision } = scope;
  if (revision < index.revision) return false;
  const { snapshot } = index;
  index.near = undefined;
  index.lists.clear();
  const since = { scope: number, since: index.revision };
  const first = number * rowsPerScope;
  const edited = state.words !== index.words;
  if (edited) index.buckets.clear();
  for (const heads of readBlocks(connection, headBlocks, since)) {
    const unknown = snapshot.readHeads(heads, { ranges: state.ranges, edited });
    for (const { row, terms } of termsOf(connection, first, unknown))
      snapshot.readTail(row - first, terms);
    noteBlocks(connection, index, { table: headBlocks, blocks: heads, first });
  }
  snapshot.readRanges(state.ranges);
  const tables = [headBlocks];
  if (space !== undefined) {
    const table = codeBlocks(space);
    for (const codes of readBlocks(connection, table, since)) {
      snapshot.readCodes(codes, table.rows);
      noteBlocks(connection, index, { table, blocks: codes, first });
    }
    tables.push(table);
  }
  index.revision = revision;
  index.words = state.words;
  return tables.every(
    ({ table }) => (index.sums.get(table)?.all ?? 0) === (state.sums[table] ?? 0),
  );
}

/** Counts the sums of blocks that were read, and forgets the records of their rows, which may be others by now. */
function noteBlocks(
  connection: Connection,
  { sums }: CachedIndex,
  {
    table: { table, rows },
    blocks,
    first,
  }: { table: BlockTable; blocks: readonly { block: number; sum: number }[]; first: number },
): void {
  const known = sums.get(table) ?? { all: 0, ofBlock: [] };
  sums.set(table, known);
  for (const { block, sum } of blocks) {
    known.all = (known.all ^ (known.ofBlock[block] ?? 0) ^ sum) >>> 0;
    known.ofBlock[block] = sum;
    const start = first + block * rows;
    for (let row = start; row < start + rows; row++) connection.records.forget(row);
  }
}

/** For sorted rows with few others between the first and the last. */
function termsOf(
  connection: Connection,
  start: number,
  rows: readonly number[],
): { row: number; terms: string }[] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const wanted = new Set(rows);
  return readTerms(connection, start + first, start + last).filter(({ row }) =>
    wanted.has(row - start),
  );
}
