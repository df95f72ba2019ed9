import type { EmbedderIdentity } from '@mneme/core';
import { documentOperations } from './documents/operations.js';
import { addKey, getKey, listKeys, revokeKey } from './keys/key-table.js';
import { type PackedCommit, unpackCommit } from './packed-commit.js';
import {
  abandonSpace,
  beginSpace,
  fillSpace,
  finishSpace,
  pendingTexts,
} from './store/change-space.js';
import { commit } from './store/commit.js';
import type { Connection } from './store/connection.js';
import { erase, touch } from './store/erase.js';
import { lookUp } from './store/look-up.js';
import { audit, get, lineage, list, scan, scopes, stats, vectors } from './store/read.js';
import { neighbours, search } from './store/search.js';
import { dropRetired } from './store/spaces.js';

/** What a worker can be asked to do with its connection: everything synchronous, arguments and answers cloneable. */
export const operations = {
  open: (connection: Connection, embedder: EmbedderIdentity | undefined) =>
    connection.prepareSchema(embedder),
  search,
  neighbours,
  lookUp,
  commit: (connection: Connection, packed: PackedCommit) =>
    commit(connection, unpackCommit(packed)),
  get,
  list,
  lineage,
  scan,
  vectors,
  touch,
  scopes,
  stats,
  audit,
  erase,
  beginSpace,
  pendingTexts,
  fillSpace,
  finishSpace,
  abandonSpace,
  clearSpaces: dropRetired,
  ...documentOperations,
  addKey,
  getKey,
  listKeys,
  revokeKey,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;

type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;
export type OperationArguments<Name extends OperationName> = Tail<Parameters<Operations[Name]>>;
export type OperationResult<Name extends OperationName> = ReturnType<Operations[Name]>;
