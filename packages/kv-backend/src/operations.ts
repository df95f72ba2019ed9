import type { Compaction, EmbedderIdentity } from '@mneme/core/contract';
import { documentOperations } from './documents/operations.ts';
import { addKey, getKey, hasKey, listKeys, revokeKey } from './keys/key-table.ts';
import { rowOperations } from './rows/row-operations.ts';
import { audit, checkAudit, cutAudit, noteReceipt } from './store/audit-chain.ts';
import {
  abandonSpace,
  beginSpace,
  fillSpace,
  finishSpace,
  pendingTexts,
} from './store/change-space.ts';
import { checkStore, requireWhole } from './store/check-store.ts';
import { commit } from './store/commit.ts';
import type { Connection } from './store/connection.ts';
import { erase, touch } from './store/erase.ts';
import { lookUp } from './store/look-up.ts';
import { mendStore } from './store/mend-store.ts';
import { get, history, list, scan, scopes, stats } from './store/read.ts';
import { settleRemovals } from './store/remains.ts';
import { search } from './store/search.ts';
import { sessions } from './store/sessions.ts';
import { dropRetired, openStore } from './store/space-tables.ts';
import { writeBackup } from './store/write-backup.ts';

/** The operations of a worker on its connection: all synchronous, with cloneable arguments and results. */
export const operations = {
  open(connection: Connection, embedder: EmbedderIdentity | undefined): void {
    openStore(connection, embedder);
    requireWhole(connection);
  },
  search,
  sessions,
  lookUp,
  commit,
  get,
  list,
  history,
  scan,
  touch,
  scopes,
  stats,
  audit,
  erase,
  noteReceipt: (connection: Connection, receipt: { line: number; digest: string }): void =>
    connection.write(() => noteReceipt(connection, receipt)),
  cutAudit,
  settleRemovals,
  compact: (connection: Connection, { freeShare }: { freeShare: number }): Compaction =>
    connection.compact(freeShare),
  checkAudit,
  checkStore,
  mendStore,
  beginSpace,
  pendingTexts,
  fillSpace,
  finishSpace,
  abandonSpace,
  clearSpaces: dropRetired,
  backup: writeBackup,
  ...rowOperations,
  /** For a thread that opens its connection at once. */
  connect: (_: Connection): void => {},
  ...documentOperations,
  addKey,
  getKey,
  hasKey,
  listKeys,
  revokeKey,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;

type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;
export type OperationArguments<Name extends OperationName> = Tail<Parameters<Operations[Name]>>;
export type OperationResult<Name extends OperationName> = ReturnType<Operations[Name]>;
