import {
  type AuditEntry,
  type CommitRequest,
  type CommitResult,
  isMemory,
  type StoredRecord,
} from '@mneme/core/contract';
import type { Query } from '../connection.ts';
import { isFor, readSpaces, requireCurrent, type Spaces } from '../spaces.ts';
import { columnsOf, hashOf, storedFacets } from './rows.ts';
import { inScope, type Store } from './store.ts';
import { vectorColumns } from './vector-bytes.ts';

/** A writing transaction locks the scope's row until its end: writers of one scope wait for each other. */
export interface LockedScope {
  revision: number;
  next_number: number;
}

export async function lockScope(query: Query, scope: string): Promise<LockedScope> {
  const [row] = await query<LockedScope>(
    `INSERT INTO scopes (scope, revision) VALUES ($1, nextval('revisions'))
     ON CONFLICT (scope) DO UPDATE SET revision = nextval('revisions')
     RETURNING revision::float8, next_number`,
    [scope],
  );
  return row as LockedScope;
}

/**
 * Inserts rows from objects whose fields are the columns. `records`: a column of JSON texts, passed separately, because
 * inside the JSON of the rows they would be escaped and parsed twice.
 */
export async function insertRows(
  query: Query,
  table: string,
  {
    rows,
    columns,
    records,
    conflict = '',
  }: { rows: readonly object[]; columns: string; records?: readonly string[]; conflict?: string },
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.replace(/(\w+) [^,]+/g, '$1');
  const given = `json_to_recordset($1) AS (${columns})`;
  const [into, source] =
    records === undefined
      ? [names, `ROWS FROM (${given})`]
      : [`${names}, record`, `ROWS FROM (${given}, unnest(string_to_array($2, E'\\n')))`];
  await query(`INSERT INTO ${table} (${into}) SELECT * FROM ${source} AS x ${conflict}`, [
    JSON.stringify(rows),
    ...(records === undefined ? [] : [records.join('\n')]),
  ]);
}

export function addAudit(query: Query, entries: readonly AuditEntry[]): Promise<void> {
  return insertRows(query, 'audit', {
    rows: entries.map((entry) => ({
      scope: entry.scope,
      at: entry.at,
      entry: JSON.stringify(entry),
    })),
    columns: 'scope text, at text, entry text',
  });
}

/**
 * Writes vectors, replacing existing ones. Their bytes are one parameter, because as text they would be twice as long.
 */
export async function putVectors(query: Query, rows: readonly VectorRow[]): Promise<void> {
  if (rows.length === 0) return;
  let at = 1;
  const places = rows.map(({ scope, space, number, code, rest }) => {
    const place = { scope, space, number, at, code: code.length, rest: rest.length };
    at += code.length + rest.length;
    return place;
  });
  await query(
    `INSERT INTO vectors (scope, space, number, code, rest)
     SELECT scope, space, number, substr($2::bytea, at, code), substr($2::bytea, at + code, rest)
     FROM json_to_recordset($1) AS x (scope text, space integer, number integer, at integer, code integer, rest integer)
     ON CONFLICT (scope, space, number) DO UPDATE SET code = excluded.code, rest = excluded.rest`,
    [JSON.stringify(places), Buffer.concat(rows.flatMap(({ code, rest }) => [code, rest]))],
  );
}

export interface VectorRow {
  scope: string;
  space: number;
  number: number;
  code: Uint8Array;
  rest: Uint8Array;
}

interface Existing {
  id: string;
  number: number;
  version: number;
  memory: boolean;
  embedded: boolean;
  length: number;
  terms: string | null;
}

export const commit = inScope(
  'write',
  (query, request: CommitRequest, store) => commitWithin(store, query, request),
  ({ puts }) => puts.length,
);

/** In a transaction that may write more. */
export async function commitWithin(
  store: Store,
  query: Query,
  request: CommitRequest,
): Promise<CommitResult> {
  const { scope, expect, puts, removals, audit } = request;
  const ids = [
    ...new Set(
      [...expect, ...puts.map(({ record }) => record)].map(({ id }) => id).concat(removals),
    ),
  ];
  const unworded = puts.flatMap(({ record, terms }) => (terms === undefined ? [record.id] : []));
  // All are sent at once; each sees the state when the lock before it was granted.
  const [locked, spaces, rows] = await Promise.all([
    lockScope(query, scope),
    readSpaces(query),
    query<Existing>(
      `SELECT id, number, version, kind IS NOT NULL AS memory, embedded, length, CASE WHEN id = ANY ($3) THEN terms END AS terms
       FROM records WHERE scope = $1 AND id = ANY ($2)`,
      [scope, ids, unworded],
    ),
  ]);
  const existing = new Map(rows.map((row) => [row.id, row]));
  const mismatched = expect
    .filter(({ id, version }) => (existing.get(id)?.version ?? 0) !== version)
    .map(({ id }) => id);
  if (mismatched.length > 0) return { committed: false, mismatched };
  const written = new Written(store, request, { locked, spaces, existing });
  for (const put of puts) written.put(put);
  const removed = removals.flatMap((id) => existing.get(id) ?? []);
  await Promise.all([...written.write(query, removed), addAudit(query, audit)]);
  return { committed: true, removed: removed.map(({ id }) => id) };
}

const recordTypes = [
  'scope text, id text, number integer, changed bigint, version integer, kind smallint, importance smallint',
  'created_at bigint, occurred_at bigint, expires_at bigint, valid_to bigint, superseded_by text, session text',
  'sequence float8, external_id text, content_key text, matter text, length integer, terms text, embedded boolean',
  'access_count integer, last_accessed_at text',
].join(', ');

/** All columns except the key and those that only a touch changes. */
const replaced = recordTypes
  .split(', ')
  .map((column) => column.split(' ')[0] as string)
  .filter((name) => !['scope', 'id', 'number', 'access_count', 'last_accessed_at'].includes(name))
  .concat('record')
  .map((name) => `${name} = excluded.${name}`)
  .join(', ');

/** The rows that one commit writes. */
class Written {
  readonly #store: Store;
  readonly #request: CommitRequest;
  readonly #locked: LockedScope;
  readonly #spaces: Spaces;
  readonly #existing: ReadonlyMap<string, Existing>;
  readonly #records: object[] = [];
  /** The JSON of `#records`. */
  readonly #texts: string[] = [];
  readonly #facets: object[] = [];
  readonly #vectors: VectorRow[] = [];
  /** Existing rows, whose facets are rewritten. */
  readonly #changed: number[] = [];
  /** Rows whose next vectors are of another text. */
  readonly #outdated: number[] = [];
  /** Rows whose vectors are removed because they are of another text. */
  readonly #unembedded: number[] = [];
  #added = 0;
  #next: number;

  constructor(
    store: Store,
    request: CommitRequest,
    read: { locked: LockedScope; spaces: Spaces; existing: ReadonlyMap<string, Existing> },
  ) {
    this.#store = store;
    this.#request = request;
    this.#locked = read.locked;
    this.#spaces = read.spaces;
    this.#existing = read.existing;
    this.#next = read.locked.next_number;
  }

  put(put: StoredRecord): void {
    const { scope } = this.#request;
    const { record, terms, contentKey, matter } = put;
    const before = this.#existing.get(record.id);
    const number = before?.number ?? this.#next++;
    const memory = isMemory(record);
    if (before === undefined) this.#added += memory ? 1 : 0;
    else this.#changed.push(number);
    if (put.dropsVector && before !== undefined) this.#unembedded.push(number);
    const hasVector = this.#putVectors(put, { number, isNew: before === undefined });
    this.#records.push({
      ...columnsOf(record),
      scope,
      id: record.id,
      number,
      changed: this.#locked.revision,
      content_key: hashOf(contentKey),
      matter: matter === undefined ? undefined : hashOf(matter),
      length: terms?.length ?? before?.length ?? 0,
      terms: terms?.join(' ') ?? before?.terms ?? '',
      embedded: hasVector || !memory || (before?.embedded === true && !put.dropsVector),
      access_count: record.accessCount,
      last_accessed_at: record.lastAccessedAt,
    });
    this.#texts.push(JSON.stringify(record));
    if (!memory) return;
    for (const facet of storedFacets(record)) this.#facets.push({ scope, facet, number });
  }

  /** The statements, in order. */
  write(query: Query, removed: readonly Existing[]): Promise<unknown>[] {
    const { scope } = this.#request;
    const gone = removed.map(({ number }) => number);
    const removeFrom = (table: string, numbers: readonly number[], condition = '') =>
      numbers.length === 0
        ? Promise.resolve()
        : query(`DELETE FROM ${table} WHERE scope = $1 AND number = ANY ($2) ${condition}`, [
            scope,
            numbers,
          ]);
    return [
      removeFrom('facets', [...this.#changed, ...gone]),
      removeFrom('vectors', this.#outdated, `AND space = ${this.#spaces.next?.number ?? 0}`),
      removeFrom('vectors', [...this.#unembedded, ...gone]),
      removeFrom('records', gone),
      insertRows(query, 'records', {
        rows: this.#records,
        records: this.#texts,
        columns: recordTypes,
        // New rows conflict with none, because the scope is locked.
        conflict:
          this.#changed.length === 0 ? '' : `ON CONFLICT (scope, id) DO UPDATE SET ${replaced}`,
      }),
      insertRows(query, 'facets', {
        rows: this.#facets,
        columns: 'scope text, facet text, number integer',
      }),
      putVectors(query, this.#vectors),
      query('UPDATE scopes SET next_number = $2, records = records + $3 WHERE scope = $1', [
        scope,
        this.#next,
        this.#added - removed.filter(({ memory }) => memory).length,
      ]),
    ];
  }

  /** Whether the put has one. */
  #putVectors(
    { vector, nextVector }: StoredRecord,
    { number, isNew }: { number: number; isNew: boolean },
  ): boolean {
    if (vector === undefined) return false;
    const { scope, nextEmbedder } = this.#request;
    const current = requireCurrent(this.#spaces, this.#store.givenTo(this.#request));
    const add = (space: { number: number } & typeof current, of: Float32Array) =>
      this.#vectors.push({
        scope,
        number,
        space: space.number,
        ...vectorColumns(of, space.embedder),
      });
    add(current, vector);
    const { next } = this.#spaces;
    if (next !== undefined && nextVector !== undefined && isFor(next, nextEmbedder))
      add(next, nextVector);
    else if (!isNew) this.#outdated.push(number);
    return true;
  }
}
