import {
  type EmbedderIdentity,
  embedderMismatch,
  vectorWithoutEmbedder,
} from '@mneme/core/contract';
import { node } from '../node.ts';
import type { Connection } from './connection.ts';
import { translateError } from './errors.ts';
import { readMeta, saveMeta } from './meta.ts';
import { pendingSince } from './remains.ts';
import { vectorTablesSql } from './schema.ts';
import { codesTable, firstTable, isFor, type Space, type Spaces } from './spaces.ts';

/** Prepares the tables of the file, and compares the embedder with the one that the file remembers. */
export function openStore(connection: Connection, embedder: EmbedderIdentity | undefined): void {
  connection.prepareTables();
  // If this cannot be written now, the next opening does it: no read depends on it.
  if (connection.spaces.retired.length > 0) whereWritable(() => dropRetired(connection));
  // Cleaned at the first pause.
  connection.removalsPending = pendingSince(connection) !== undefined;
  if (connection.cursorSecret === '') whereWritable(() => makeCursorSecret(connection));
  if (embedder === undefined) return;
  if (connection.spaces.current === undefined) {
    connection.write(() => {
      if (connection.spaces.current !== undefined) return; // Another process was faster.
      saveSpaces(connection, { ...connection.spaces, current: createSpace(connection, embedder) });
    });
  }
  requireCurrent(connection, embedder);
}

function whereWritable(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!['storage_full', 'read_only'].includes(translateError(error, '').code)) throw error;
  }
}

function makeCursorSecret(connection: Connection): void {
  const secret = node.crypto.randomBytes(32).toString('base64url');
  connection.write(() => {
    if (readMeta(connection, 'cursor_secret') === undefined)
      saveMeta(connection, 'cursor_secret', secret);
  });
}

/** Inside a transaction. */
export function saveSpaces(connection: Connection, { current, next, retired }: Spaces): void {
  if (current !== undefined) saveMeta(connection, 'embedder', JSON.stringify(current.embedder));
  saveMeta(connection, 'spaces', JSON.stringify({ table: current?.table, next, retired }));
  connection.refreshSpaces();
}

/** Inside a transaction: empty tables with a name that no space of the file has. */
export function createSpace(connection: Connection, embedder: EmbedderIdentity): Space {
  const { current, next, retired } = connection.spaces;
  const taken = new Set([current, next, ...retired].map((space) => space?.table));
  let table = firstTable;
  for (let number = 2; taken.has(table); number++) table = `${firstTable}_${number}`;
  connection.execute(vectorTablesSql(table));
  // Another space may have had the name.
  connection
    .statement(`UPDATE scopes SET state = json_remove(state, '$.sums.' || ?)`)
    .run(codesTable(table));
  return { embedder, table };
}

/** Inside a transaction: the space for vectors of this embedder. */
export function requireCurrent(
  connection: Connection,
  embedder: EmbedderIdentity | undefined,
): Space {
  const { current } = connection.spaces;
  if (current === undefined || embedder === undefined) throw vectorWithoutEmbedder();
  if (isFor(current, embedder)) return current;
  throw embedderMismatch(connection.path, { remembered: current.embedder, given: embedder });
}

/** Separate from the change itself, which must not wait for it; after a crash, the next opening removes the rest. */
export function dropRetired(connection: Connection): void {
  connection.read(() => {});
  if (connection.spaces.retired.length === 0) return;
  connection.write(() => {
    const { retired, ...spaces } = connection.spaces;
    for (const { table } of retired)
      connection.execute(`DROP TABLE ${table}; DROP TABLE ${codesTable(table)}`);
    saveSpaces(connection, { ...spaces, retired: [] });
  });
}
