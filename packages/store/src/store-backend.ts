import {
  type AuditEntry,
  type Compaction,
  type EmbedderIdentity,
  type ErasedScope,
  embedderMismatch,
  Lifecycle,
  type MemoryBackend,
  type Remains,
  remainsOf,
} from '@mneme/core/backend';
import { checkAudit } from './audit/check-audit.ts';
import { cutAudit } from './audit/cut-audit.ts';
import { noteReceipt } from './audit/note-receipt.ts';
import { readAudit } from './audit/read-audit.ts';
import { beginCount, countQuestion } from './audit/scope-births.ts';
import { SummedRows } from './checksums/summed-rows.ts';
import type { PartOfDatabases } from './databases/moving.ts';
import { checkStore } from './doctor/check-store.ts';
import { mendStore } from './doctor/mend-store.ts';
import { type DocumentGround, documentsOf } from './documents/index.ts';
import { Erasures } from './erase/erasures.ts';
import { Indexes } from './index/indexes.ts';
import { keysOf } from './keys.ts';
import { touch } from './records/accesses.ts';
import { addCommit, commit, mismatchedIn, storedQuestions } from './records/commit.ts';
import { get } from './records/get.ts';
import { history } from './records/history.ts';
import { list } from './records/list.ts';
import { lookUp } from './records/look-up.ts';
import { scan } from './records/scan.ts';
import { search } from './records/search.ts';
import { sessions } from './records/sessions.ts';
import { estimate, scopes, stats } from './records/stats.ts';
import type { Rows } from './rows/rows.ts';
import type { SearchIndex } from './rows/search-index.ts';
import { assertWhole, changeMeta, type Meta, metaIn, metaQuestion } from './scopes/meta.ts';
import { ScopeWriter } from './scopes/scope-writer.ts';
import { Follower, type IndexOptions } from './search-index/follower.ts';
import { Forgets } from './search-index/forgets.ts';
import { migrationOf } from './spaces/migration.ts';
import { spaceFor, whereIs } from './spaces/space-of.ts';
import { tables } from './tables.ts';

/** A memory with documents, server keys and a change of the embedder. */
export type StoreBackend = MemoryBackend &
  Required<Pick<MemoryBackend, 'documents' | 'keys' | 'migration' | 'gauges'>> & {
    /** The rows that it was given. */
    readonly rows: Rows;
    /** The options that it was given, for a store over other rows. */
    readonly options: StoreOptions;
  };

/** What a store uses besides its rows. */
export interface StoreOptions extends Partial<IndexOptions> {
  /** Bytes of memory in this process for cached indexes and records. Default: 160 MiB. */
  cacheBytes?: number | undefined;
  /**
   * While a large scope is read for the first time, searches answer after so many milliseconds from what is read so far,
   * and say so in `degraded`. Default: 5,000.
   */
  firstAnswerMs?: number | undefined;
  /** Given by `databasesBackend` to each of its databases. */
  part?: PartOfDatabases<OpenPart> | undefined;
}

/** What `databasesBackend` uses of an open database. */
export interface OpenPart {
  rows: SummedRows;
  erasures: Erasures;
  meta: Meta;
  /** Has the search engine beside it forget a scope. */
  forget(scope: string): Promise<void>;
}

/**
 * A memory over a store of rows, which is all that differs between databases: records, documents, keys of a server,
 * audit. It opens and closes the rows, and a search index beside them.
 *
 * @example
 * const memory = await createMemory({ backend: storeBackend(new MemoryRows()), embedder: staticEmbedder() });
 */
export function storeBackend(given: Rows, options: StoreOptions = {}): StoreBackend {
  const { cacheBytes, firstAnswerMs, index, part } = options;
  const rows = new SummedRows(given, tables, { confirm: part?.confirm });
  const life = new Lifecycle<StoreGround>(whereIs(rows));
  const indexes = new Indexes(rows, { cacheBytes, firstAnswerMs });
  const erasures = new Erasures(rows, tables, { confirm: part?.confirm });
  const closing = new AbortController();
  let opened: Promise<void> | undefined;
  /** Once, also if the store is opened again with another embedder; again if it was rejected. */
  const openRows = async () => {
    opened ??= rows.open(tables);
    await opened.catch((error) => {
      opened = undefined;
      throw error;
    });
  };
  return {
    name: index?.name ?? rows.name,
    ...{ rows: given, options },
    open: ({ embedder }) =>
      life.open(async () => {
        await openRows();
        return openStore(rows, { embedder, indexes, erasures, options, closing: closing.signal });
      }),
    ...life.calls({ search, sessions, lookUp, commit, get, list, history, scan, touch }),
    ...life.calls({ scopes, stats, estimate, erase }),
    ...life.calls({ audit: readAudit, cutAudit, noteReceipt, checkAudit, checkStore, mendStore }),
    migration: migrationOf(life),
    documents: documentsOf(life),
    keys: keysOf(life),
    ...(rows.prepare && { prepare: () => rows.prepare?.() }),
    ...(rows.seal && { idSecret: (scope: string) => rows.seal!.idSecret(scope) }),
    gauges: () => ({ ...rows.gauges?.(), indexes: indexes.counts }),
    ...((rows.remains || index) && life.calls({ remains })),
    ...(rows.compact && life.calls({ compact })),
    close: () => {
      closing.abort();
      return life.close(async () => {
        await Promise.all([erasures.close(), indexes.close(), index?.close()]);
        await rows.close();
      });
    },
  };
}

interface StoreGround extends DocumentGround {
  rows: SummedRows;
  erasures: Erasures;
  follower: Follower | undefined;
  /** Absent: the store never had a search engine beside it. */
  forgets: Forgets | undefined;
}

async function openStore(
  rows: SummedRows,
  {
    embedder,
    indexes,
    erasures,
    options,
    closing,
  }: {
    embedder: EmbedderIdentity | undefined;
    indexes: Indexes;
    erasures: Erasures;
    options: StoreOptions;
    closing: AbortSignal;
  },
): Promise<StoreGround> {
  const [meta, count] = await rows.read(undefined, [metaQuestion, countQuestion]);
  await beginCount(rows, count);
  const { index: given, part } = options;
  const isPart = part !== undefined;
  const writer = new ScopeWriter(rows, { settle: (scope) => erasures.finish(scope), isPart });
  const scopes = (count?.[0]?.count ?? 0) as number;
  const remember = async (found: Meta) => {
    if (!isPart) assertWhole(found);
    const meta = isPart ? await part.join(found, scopes) : found;
    return withIndex(remembering(rows, meta, embedder), given);
  };
  const remembered = await changeMeta(rows, remember, metaIn(meta));
  const { secret, index } = remembered;
  erasures.resume();
  const forgets = index === undefined ? undefined : new Forgets(rows, { secret, index: given });
  const ground: StoreGround = {
    ...{ rows, embedder, secret, writer, indexes, erasures },
    follower: given && new Follower({ ...options, index: given }, { rows, secret, closing }),
    forgets,
    async addRecords(draft, request) {
      const stored = await rows.read(request.scope, storedQuestions(request));
      if (mismatchedIn(request, stored).length > 0) return false;
      addCommit(ground, draft, { request, stored });
      return true;
    },
  };
  part?.opened({
    ...{ rows, erasures, meta: remembered },
    async forget(scope) {
      await forgets?.note(scope);
      await forgets?.finish();
    },
  });
  return ground;
}

/** A store remembers that it has a search engine beside it, so that whoever erases a scope has it forgotten there. */
function withIndex(meta: Meta, given: SearchIndex | undefined): Meta {
  const index = given?.name ?? meta.index;
  return index === meta.index ? meta : { ...meta, index };
}

/** An empty store remembers the embedder that it is opened with; another one is rejected. */
function remembering(rows: Rows, meta: Meta, embedder: EmbedderIdentity | undefined): Meta {
  const { current } = meta;
  if (embedder === undefined || spaceFor(current, embedder)) return meta;
  if (current !== undefined)
    throw embedderMismatch(whereIs(rows), { remembered: current.embedder, given: embedder });
  const number = meta.lastSpace + 1;
  return { ...meta, lastSpace: number, current: { number, embedder } };
}

/** The key is destroyed first: from then on no copy of the scope can be read. */
async function erase(
  { erasures, rows, forgets }: StoreGround,
  scope: string,
  receipt: AuditEntry,
  { keyDestroyed = false }: { keyDestroyed?: boolean } = {},
): Promise<ErasedScope> {
  await forgets?.note(scope);
  if (!keyDestroyed) await rows.seal?.destroyKey(scope);
  const erased = await erasures.erase(scope, receipt);
  await forgets?.finish();
  await rows.remains?.({ wait: true });
  return { ...erased, ...(rows.seal && { keyDestroyed: true }) };
}

/** A scope is erased row by row before the bytes of its rows can go. */
async function remains(
  { rows, erasures, forgets }: StoreGround,
  options: { wait: boolean },
): Promise<Remains> {
  const left = await erasures.remains(options);
  if (left.bytes === 'pending') return left;
  return remainsOf(
    forgets === undefined ? [rows] : [{ name: 'index', remains: () => forgets.remains() }, rows],
    options,
  );
}

function compact({ rows }: DocumentGround, options: { freeShare: number }): Promise<Compaction> {
  return rows.compact!(options);
}
