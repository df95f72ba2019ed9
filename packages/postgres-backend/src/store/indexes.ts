import type { IndexCounts, MnemeError } from '@mneme/core/contract';
import {
  CodeMemory,
  type IndexRow,
  NextRun,
  passage,
  RecordCache,
  RowIndex,
  Snapshots,
} from '@mneme/core/index';
import type { Connection, Query } from '../connection.ts';
import { damaged, damagedMemory } from '../damage.ts';
import { joinVectors, type Spaces } from '../spaces.ts';
import { isWhole, readCode } from './vector-bytes.ts';

/** Owner of an index: the records of a scope, or the passages of one of its document stores. */
export interface IndexOwner {
  scope: string;
  store?: string;
}

/** The cached index of an owner, up to a revision. */
export interface CachedIndex {
  readonly index: RowIndex;
  readonly spaces: Spaces;
  /** Records that were read, by number. */
  readonly records: RecordCache;
}

interface Kept extends CachedIndex {
  spaces: Spaces;
  readonly epoch: string;
  revision: number;
  writer: string | null;
  users: number;
  dropped: boolean;
  readonly bytes: number;
  release(): void;
}

/**
 * Cached indexes of scopes. Before each use it asks the store for changes, so that the next search of any process finds
 * every write.
 */
export class Indexes {
  readonly #connection: Connection;
  readonly #memory = new CodeMemory();
  readonly #kept: Snapshots<Kept>;
  readonly #refreshing = new Map<string, NextRun<Kept>>();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#kept = new Snapshots({ budgetBytes: connection.settings.cacheBytes });
  }

  get counts(): IndexCounts {
    return this.#kept.counts;
  }

  /** While `work` runs, `index` stays as it is or gets newer. */
  async use<T>(owner: IndexOwner, work: (kept: CachedIndex) => Promise<T>): Promise<T> {
    const key = keyOf(owner);
    const kept = await this.#fresh(key, owner);
    kept.users += 1;
    try {
      return await work(kept);
    } finally {
      kept.users -= 1;
      // It has read records and postings.
      this.#kept.trim(key);
      if (kept.dropped && kept.users === 0) kept.index.release();
    }
  }

  #fresh(key: string, owner: IndexOwner): Promise<Kept> {
    const refreshing = this.#refreshing.get(key) ?? new NextRun<Kept>();
    this.#refreshing.set(key, refreshing);
    return refreshing.run(
      () => this.#refresh(key, owner),
      () => this.#refreshing.delete(key),
    );
  }

  async #refresh(key: string, owner: IndexOwner): Promise<Kept> {
    const known = this.#kept.get(key);
    const { rows, numbers, states } = statements(owner);
    const parameters = owner.store === undefined ? [owner.scope] : [owner.scope, owner.store];
    return this.#connection.read({ scope: owner.scope }, async (query) => {
      const [state] = await query<State>(states, parameters);
      if (state === undefined)
        throw damaged(`${this.#connection.where}: its list of vector spaces`);
      const read = (since: number) => query<StoredRow>(rows, [...parameters, since]);
      let kept = known !== undefined && isSameHistory(known, state) ? known : undefined;
      // Asked only then, because others' writes make the server plan this statement for far more rows than there are.
      let changed =
        kept === undefined || kept.revision === state.revision ? [] : await read(kept.revision);
      if (kept === undefined || kept.index.isWorn || beginsAnew(kept, changed)) {
        kept = this.#make(key, state);
        changed = await read(-1);
      }
      await apply(query, kept, { state, changed, numbers: { sql: numbers, parameters } });
      this.#kept.trim(key);
      return kept;
    });
  }

  #make(key: string, { spaces, epoch }: State): Kept {
    const index = new RowIndex({
      dimensions: spaces.current?.embedder.dimensions,
      memory: this.#memory,
    });
    const records = new RecordCache({ budgetBytes: this.#connection.settings.cacheBytes / 16 });
    const kept: Kept = {
      index,
      spaces,
      epoch,
      records,
      revision: -1,
      writer: null,
      users: 0,
      dropped: false,
      get bytes() {
        return index.bytes + records.bytes;
      },
      release() {
        kept.dropped = true;
        if (kept.users === 0) index.release();
      },
    };
    this.#kept.set(key, kept);
    return kept;
  }
}

function keyOf({ scope, store }: IndexOwner): string {
  return JSON.stringify([scope, store]);
}

/**
 * Whether the index can be brought up to the state by changes alone. After a failover, a restore or a rewind the store has
 * another past, in which writes that the index knows may never have happened.
 */
function isSameHistory(known: Kept, { spaces, epoch, revision, writer }: State): boolean {
  const is = revision ?? -1;
  return (
    known.spaces.current?.number === spaces.current?.number &&
    known.epoch === epoch &&
    (is > known.revision || (is === known.revision && writer === known.writer))
  );
}

/** After an erasure the numbers of a scope begin anew, and the index takes none between those that it has. */
function beginsAnew({ index }: Kept, changed: readonly StoredRow[]): boolean {
  const last = index.places === 0 ? -1 : index.numberAt(index.places - 1);
  return changed.some(({ number }) => number < last && index.placeOf(number) < 0);
}

interface State {
  spaces: Spaces;
  /** Of the server's start and the table's file: after a restore, or on another server, it is another one. */
  epoch: string;
  /** Absent: there is no such owner. */
  revision: number | null;
  /** The transaction that last wrote to the owner. */
  writer: string | null;
  count: number | null;
}

interface StoredRow {
  number: number;
  kind: number | null;
  importance: number;
  length: number;
  occurred_at: number;
  expires_at: number | null;
  valid_to: number | null;
  terms: string;
  code: Uint8Array | null;
}

const epoch = `concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), pg_relation_filenode('records')) AS epoch`;

function statements({ store }: IndexOwner) {
  if (store === undefined)
    return {
      states: `SELECT m.value AS spaces, ${epoch}, s.revision::float8, s.xmin::text AS writer, s.records AS count
        FROM meta m LEFT JOIN scopes s ON s.scope = $1 WHERE m.key = 'spaces'`,
      rows: `SELECT r.number, r.kind, r.importance, r.length, r.occurred_at::float8, r.expires_at::float8, r.valid_to::float8,
          r.terms, v.code
        FROM records r ${joinVectors} WHERE r.scope = $1 AND r.kind IS NOT NULL AND r.changed > $2 ORDER BY r.number`,
      numbers: 'SELECT number FROM records WHERE scope = $1 AND kind IS NOT NULL ORDER BY number',
    };
  return {
    states: `SELECT m.value AS spaces, ${epoch}, s.revision::float8, s.xmin::text AS writer, s.chunks AS count
      FROM meta m LEFT JOIN stores s ON s.scope = $1 AND s.id = $2 WHERE m.key = 'spaces'`,
    rows: `SELECT r.number, NULL AS kind, 0 AS importance, r.length, 0 AS occurred_at, NULL AS expires_at, NULL AS valid_to,
        r.terms, v.code
      FROM chunks r ${joinVectors} WHERE r.scope = $1 AND r.store = $2 AND r.changed > $3 ORDER BY r.number`,
    numbers: 'SELECT number FROM chunks WHERE scope = $1 AND store = $2 ORDER BY number',
  };
}

async function apply(
  query: Query,
  kept: Kept,
  {
    state: { revision, writer, count, spaces },
    changed,
    numbers,
  }: {
    state: State;
    changed: readonly StoredRow[];
    numbers: { sql: string; parameters: readonly unknown[] };
  },
): Promise<void> {
  const broken = changed.find((row) => !isWhole(row, spaces.current?.embedder));
  if (broken !== undefined) throw await damagedRow(query, broken.number, numbers.parameters);
  kept.index.put(changed.map(toIndexRow));
  for (const { number } of changed) kept.records.forget(number);
  kept.revision = revision ?? -1;
  kept.writer = writer;
  kept.spaces = spaces;
  if (kept.index.count === (count ?? 0)) return;
  // Some rows were removed.
  const left = await query<{ number: number }>(numbers.sql, numbers.parameters);
  kept.index.keep(Int32Array.from(left, ({ number }) => number));
  if (kept.index.count === (count ?? 0)) return;
  throw damaged(
    `the index of the scope, of which ${kept.index.count} of ${count} rows were found,`,
  );
}

async function damagedRow(
  query: Query,
  number: number,
  [scope, store]: readonly unknown[],
): Promise<MnemeError> {
  if (store !== undefined) return damaged(`passage ${number} of the store ${store}`);
  const [row] = await query<{ id: string }>(
    'SELECT id FROM records WHERE scope = $1 AND number = $2',
    [scope, number],
  );
  return damagedMemory(row?.id ?? String(number));
}

function toIndexRow(row: StoredRow): IndexRow {
  const { number, kind, importance, length, occurred_at, expires_at, valid_to, terms, code } = row;
  return {
    number,
    terms,
    code: readCode(code),
    head: {
      kind: kind ?? passage,
      importance,
      length,
      occurredAt: occurred_at,
      expiresAt: expires_at ?? Number.POSITIVE_INFINITY,
      validTo: valid_to ?? Number.POSITIVE_INFINITY,
    },
  };
}
