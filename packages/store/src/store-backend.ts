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
} from '@mneme/core/contract';
import { checkAudit } from './audit/check-audit.ts';
import { cutAudit } from './audit/cut-audit.ts';
import { noteReceipt } from './audit/note-receipt.ts';
import { readAudit } from './audit/read-audit.ts';
import { beginCount } from './audit/scope-births.ts';
import { SummedRows } from './checksums/summed-rows.ts';
import { checkStore } from './doctor/check-store.ts';
import { mendStore } from './doctor/mend-store.ts';
import { type DocumentGround, documentsOf } from './documents/index.ts';
import { Erasures } from './erase/erasures.ts';
import { Indexes } from './index/indexes.ts';
import { keysOf } from './keys/index.ts';
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
import { changeMeta, type Meta } from './scopes/meta.ts';
import { ScopeWriter } from './scopes/scope-writer.ts';
import { migrationOf } from './spaces/migration.ts';
import { spaceFor, whereIs } from './spaces/space-of.ts';
import { tables } from './tables.ts';

/** A memory with documents, server keys and a change of the embedder. */
export type StoreBackend = MemoryBackend &
  Required<Pick<MemoryBackend, 'documents' | 'keys' | 'migration' | 'history' | 'touch'>> & {
    /** The rows that it was given. */
    readonly rows: Rows;
  };

/** What a store uses besides its rows. */
export interface StoreOptions {
  /** Bytes of memory in this process for cached indexes and records. Default: 160 MiB. */
  cacheBytes?: number | undefined;
}

/**
 * A memory over a store of rows, which is all that differs between databases: records, documents, keys of a server,
 * audit. It opens and closes the rows.
 *
 * @example
 * const memory = await createMemory({ backend: storeBackend(new MemoryRows()), embedder: staticEmbedder() });
 */
export function storeBackend(given: Rows, { cacheBytes }: StoreOptions = {}): StoreBackend {
  const rows = new SummedRows(given, tables);
  const life = new Lifecycle<StoreGround>(whereIs(rows));
  const indexes = new Indexes(rows, { cacheBytes });
  const erasures = new Erasures(rows, tables);
  return {
    name: rows.name,
    rows: given,
    open: ({ embedder }) => life.open(() => openStore(rows, { embedder, indexes, erasures })),
    ...life.calls({ search, sessions, lookUp, commit, get, list, history, scan, touch }),
    ...life.calls({ scopes, stats, estimate, erase }),
    ...life.calls({ audit: readAudit, cutAudit, noteReceipt, checkAudit, checkStore, mendStore }),
    migration: migrationOf(life),
    documents: documentsOf(life),
    keys: keysOf(life),
    ...(rows.prepare && { prepare: () => rows.prepare?.() }),
    ...(rows.seal && { idSecret: (scope: string) => rows.seal!.idSecret(scope) }),
    gauges: () => ({ ...rows.gauges?.(), indexes: indexes.counts }),
    ...(rows.remains && life.calls({ remains })),
    ...(rows.compact && life.calls({ compact })),
    close: () =>
      life.close(async () => {
        await erasures.close();
        await indexes.close();
        await rows.close();
      }),
  };
}

interface StoreGround extends DocumentGround {
  rows: SummedRows;
  erasures: Erasures;
}

async function openStore(
  rows: SummedRows,
  {
    embedder,
    indexes,
    erasures,
  }: { embedder: EmbedderIdentity | undefined; indexes: Indexes; erasures: Erasures },
): Promise<StoreGround> {
  await rows.open(tables);
  await beginCount(rows);
  const writer = new ScopeWriter(rows, { settle: (scope) => erasures.finish(scope) });
  const { secret } = await changeMeta(rows, (meta) => remembering(rows, meta, embedder));
  erasures.resume();
  const ground: StoreGround = {
    ...{ rows, embedder, secret, writer, indexes, erasures },
    async addRecords(draft, request) {
      const stored = await rows.read(request.scope, storedQuestions(request));
      if (mismatchedIn(request, stored).length > 0) return false;
      addCommit(ground, draft, { request, stored });
      return true;
    },
  };
  return ground;
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
  { erasures, rows }: StoreGround,
  scope: string,
  receipt: AuditEntry,
  { keyDestroyed = false }: { keyDestroyed?: boolean } = {},
): Promise<ErasedScope> {
  if (!keyDestroyed) await rows.seal?.destroyKey(scope);
  const erased = await erasures.erase(scope, receipt);
  await rows.remains?.({ wait: true });
  return { ...erased, ...(rows.seal && { keyDestroyed: true }) };
}

/** A scope is erased row by row before the bytes of its rows can go. */
async function remains(
  { rows, erasures }: StoreGround,
  options: { wait: boolean },
): Promise<Remains> {
  const left = await erasures.remains(options);
  return left.bytes === 'pending' ? left : remainsOf([rows], options);
}

function compact({ rows }: DocumentGround, options: { freeShare: number }): Promise<Compaction> {
  return rows.compact!(options);
}
