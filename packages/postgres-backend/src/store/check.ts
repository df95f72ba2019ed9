import { isDeepStrictEqual } from 'node:util';
import {
  type AnyRecord,
  cursorCodec,
  isMemory,
  type StoreCheckPage,
  type StoreFault,
} from '@mneme/core/contract';
import type { Query } from '../connection.ts';
import { unlessDamaged } from '../damage.ts';
import { joinVectors, readSpaces } from '../spaces.ts';
import {
  columnsOf,
  isIntact,
  parseStored,
  type RecordRow,
  recordColumns,
  storedFacets,
} from './rows.ts';
import type { Store } from './store.ts';
import { isWhole, type VectorColumns } from './vector-bytes.ts';

const cursors = cursorCodec('check', ['string', 'string', 'number']);

type Place = readonly [scope: string, number: number];

interface Asked {
  scope: string | undefined;
  after: Place;
  limit: number;
}

/** First the counts, then the records, then the versions of documents, a limited number of rows at a time. */
export async function checkStore(
  store: Store,
  { scope, limit, cursor }: { scope?: string; limit: number; cursor?: string },
): Promise<StoreCheckPage> {
  const owner = [store.secret, scope ?? ''];
  const begin: Place = ['', -1];
  const [part = 'whole', ...place] = cursors.decode(cursor, owner) ?? [];
  const after = place.length === 0 ? begin : (place as unknown as Place);
  const to = (next: string, at: Place) => ({ nextCursor: cursors.encode([next, ...at], owner) });
  if (part === 'whole') return { faults: await checkWhole(store, scope), ...to('records', begin) };
  const read = part === 'records' ? checkRecords : checkVersions;
  const { faults, last } = await read(store, { scope, after, limit });
  if (last !== undefined) return { faults, ...to(part, last) };
  return part === 'records' ? { faults, ...to('versions', begin) } : { faults };
}

const beside = (table: string, condition: string) =>
  `EXISTS (SELECT 1 FROM ${table} x WHERE x.scope = s.scope AND ${condition})`;

/** Rows that belong to nothing. */
const orphans = {
  vectors: `NOT ${beside('records', 'x.number = s.number')} AND NOT ${beside('chunks', 'x.number = s.number')}`,
  facets: `NOT ${beside('records', 'x.number = s.number')}`,
};

const counted = (what: string, from: string) =>
  `(SELECT ${what} FROM ${from} x WHERE x.scope = s.scope`;

/** Columns that count rows, with what is counted. */
const counts = [
  ['scopes', 'records', `${counted('count(*)', 'records')} AND x.kind IS NOT NULL)`],
  ['scopes', 'documents', `${counted('count(*)', 'documents')})`],
  ['scopes', 'document_bytes', `${counted('coalesce(sum(x.size_bytes), 0)', 'versions')})`],
  ['stores', 'chunks', `${counted('count(*)', 'chunks')} AND x.store = s.id)`],
] as const;

/** What one statement finds in all rows. */
async function checkWhole({ connection }: Store, scope: string | undefined): Promise<StoreFault[]> {
  const found = (from: string, fault: Omit<StoreFault, 'scope'>) => ({ from, fault });
  const parts = [
    ...Object.entries(orphans).map(([table, condition]) =>
      found(`${table} s WHERE ${condition}`, {
        kind: 'orphan',
        problem: `a row of ${table} belongs to nothing`,
        mend: 'store',
      }),
    ),
    ...counts.map(([table, column, is]) =>
      found(`${table} s WHERE ${column} <> ${is}`, {
        kind: 'counts',
        problem: `the count of ${column} is wrong`,
        mend: 'store',
      }),
    ),
    found(
      `documents s WHERE NOT ${beside('versions', 'x.store = s.store AND x.id = s.version_id AND x.content IS NOT NULL')}`,
      {
        kind: 'checksum',
        problem: 'a document has no text',
        mend: 'none',
      },
    ),
    found(`chunks s WHERE embedded AND NOT ${beside('vectors', 'x.number = s.number')}`, {
      kind: 'vector',
      problem: 'a passage of a document has no vector',
      mend: 'none',
    }),
  ];
  const faults = await Promise.all(
    parts.map(({ from, fault }) =>
      unlessDamaged(
        connection.read(reachOf(scope), (query) =>
          query<{ scope: string }>(
            `SELECT DISTINCT s.scope FROM ${from} AND ($1::text IS NULL OR s.scope = $1)`,
            [scope],
          ),
        ),
        // The part that reads these rows reports them.
        () => [],
      ).then((rows) => rows.map((row): StoreFault => ({ ...fault, scope: row.scope }))),
    ),
  );
  return faults.flat();
}

interface CheckedRow extends RecordRow, VectorColumns, ReturnType<typeof columnsOf> {
  scope: string;
  length: number;
  words: number;
  facets: string[];
}

interface Checked {
  faults: StoreFault[];
  last?: Place;
}

function checkRecords({ connection }: Store, asked: Asked): Promise<Checked> {
  const columns =
    'r.version, r.kind, r.importance, r.created_at::float8, r.occurred_at::float8, r.expires_at::float8, r.valid_to::float8, r.superseded_by, r.session, r.sequence, r.external_id';
  return eachRow(asked, {
    table: 'records',
    read: ({ after, limit, scope }) =>
      connection.read(reachOf(scope), async (query) => {
        const { current } = await readSpaces(query);
        const rows = await query<CheckedRow>(
          `SELECT r.scope, ${recordColumns}, ${columns}, r.length, v.code, v.rest,
             CASE r.terms WHEN '' THEN 0 ELSE cardinality(string_to_array(r.terms, ' ')) END AS words,
             ARRAY(SELECT f.facet FROM facets f WHERE f.scope = r.scope AND f.number = r.number) AS facets
           FROM records r ${joinVectors}
           WHERE (r.scope, r.number) > ($1, $2) AND ($3::text IS NULL OR r.scope = $3)
           ORDER BY r.scope, r.number LIMIT ${limit}`,
          [...after, scope],
        );
        return rows.map(({ scope: of, number, ...row }) => {
          const named = { scope: of, id: row.id };
          const faults = faultsOf(
            { scope: of, number, ...row },
            {
              hasVectors: current !== undefined,
              isLong: isWhole(row, current?.embedder),
            },
          ).map((fault) => ({ ...fault, ...named }));
          return { at: [of, number] as const, faults };
        });
      }),
    unread: (query, at) =>
      query<{ id: string }>('SELECT id FROM records WHERE scope = $1 AND number = $2', [...at]),
    connection,
  });
}

function faultsOf(
  row: CheckedRow,
  { hasVectors, isLong }: { hasVectors: boolean; isLong: boolean },
): StoreFault[] {
  const problem = 'the memory is not what was written';
  if (!isIntact(row)) return [{ kind: 'checksum', problem, mend: 'none' }];
  const record = parseStored<AnyRecord>(row.record) as AnyRecord;
  const faults: StoreFault[] = [];
  const columns = Object.entries(columnsOf(record)) as [keyof CheckedRow, unknown][];
  const isFound =
    columns.every(([name, value]) => (row[name] ?? undefined) === (value ?? undefined)) &&
    (!isMemory(record) || isDeepStrictEqual([...row.facets].sort(), storedFacets(record).sort()));
  if (!isFound)
    faults.push({
      kind: 'facets',
      problem: 'a tag or field of the memory does not lead to it',
      mend: 'rewrite',
    });
  if (!isMemory(record)) return faults;
  if (row.length !== row.words)
    faults.push({
      kind: 'words',
      problem: 'the words of the memory are not those that were written',
      mend: 'rewrite',
    });
  if (!hasVectors) return faults;
  if (row.code === null)
    faults.push({ kind: 'vector', problem: 'the memory has no vector', mend: 'rewrite' });
  else if (!isLong)
    faults.push({
      kind: 'vector',
      problem: 'the vector of the memory is not what was written',
      mend: 'rewrite',
    });
  return faults;
}

function checkVersions({ connection }: Store, asked: Asked): Promise<Checked> {
  return eachRow(asked, {
    table: 'versions',
    read: ({ after, limit, scope }) =>
      connection.read(reachOf(scope), async (query) => {
        const rows = await query<{ scope: string; number: number }>(
          `SELECT scope, number::float8, md5(content), md5(version::text) FROM versions
           WHERE (scope, number) > ($1, $2) AND ($3::text IS NULL OR scope = $3)
           ORDER BY scope, number LIMIT ${limit}`,
          [...after, scope],
        );
        return rows.map(({ scope: of, number }) => ({ at: [of, number] as const, faults: [] }));
      }),
    unread: (query, at) =>
      query<{ id: string }>('SELECT id FROM versions WHERE scope = $1 AND number = $2', [...at]),
    connection,
  });
}

/** The next rows, and what is wrong with each. If the server cannot read one, the others are read without it. */
async function eachRow(
  asked: Asked,
  reading: {
    table: 'records' | 'versions';
    read: (asked: Asked) => Promise<{ at: Place; faults: StoreFault[] }[]>;
    /** The id of a row that cannot be read as a whole. */
    unread: (query: Query, at: Place) => Promise<{ id: string }[]>;
    connection: Store['connection'];
  },
): Promise<Checked> {
  const { table, read, unread, connection } = reading;
  const { scope, limit, after } = asked;
  const rows = await unlessDamaged(read(asked), () => undefined);
  if (rows !== undefined)
    return { faults: rows.flatMap(({ faults }) => faults), last: rows[limit - 1]?.at };
  if (limit > 1) return eachRow({ ...asked, limit: Math.ceil(limit / 2) }, reading);
  const fault: StoreFault = {
    kind: 'checksum',
    problem: `PostgreSQL cannot read a row of ${table}`,
    mend: 'none',
  };
  const [next] = await unlessDamaged(
    connection.read(reachOf(scope), (query) =>
      query<{ scope: string; number: number }>(
        `SELECT scope, number::float8 FROM ${table}
         WHERE (scope, number) > ($1, $2) AND ($3::text IS NULL OR scope = $3) ORDER BY scope, number LIMIT 1`,
        [...after, scope],
      ),
    ),
    () => [],
  );
  // Not even its number can be read: those after it are checked when it is gone.
  if (next === undefined) return { faults: [fault] };
  const at: Place = [next.scope, next.number];
  const [named] = await unlessDamaged(
    connection.read({ scope: next.scope }, (query) => unread(query, at)),
    () => [],
  );
  return { faults: [{ ...fault, scope: next.scope, ...(named && { id: named.id }) }], last: at };
}

/** Removes what belongs to nothing, and counts again. */
export async function mendStore({ connection }: Store): Promise<void> {
  await connection.change(async (query) => {
    for (const [table, condition] of Object.entries(orphans))
      await query(`DELETE FROM ${table} s WHERE ${condition}`);
    for (const [table, column, is] of counts)
      await query(
        `UPDATE ${table} s SET ${column} = ${is}, revision = nextval('revisions') WHERE ${column} <> ${is}`,
      );
  });
}

function reachOf(scope: string | undefined) {
  return scope === undefined ? ({ everyScope: true } as const) : { scope };
}
