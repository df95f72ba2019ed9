import type { Remains } from '@mneme/core/contract';
import type { Connection } from './connection.ts';

/**
 * `secure_delete` (of SQLite and of FTS5) overwrites what is removed, in the newest version of each page. Older versions
 * lie in the file and in its write-ahead log until the log is moved into the file and emptied, which has to wait while
 * another connection reads them. So a removal leaves a mark in the same transaction, and the mark goes once that was done:
 * at once, at the next pause, or when the file is opened next, whatever process or machine dies in between.
 */
const key = 'bytes_pending';

interface Mark {
  since: string;
  /** How many removals it stands for: one that comes while the log is emptied stays marked. */
  removals: number;
  /** A whole scope went, and the index of words was not written anew since. */
  words?: true;
}

/** Inside the transaction that removes something; `words`: so much that the index of words is to be written anew. */
export function markRemoval(connection: Connection, { words = false } = {}): void {
  const before = readMark(connection)?.mark ?? { since: new Date().toISOString(), removals: 0 };
  const mark: Mark = { ...before, removals: before.removals + 1 };
  if (words) mark.words = true;
  saveMark(connection, mark);
  connection.removalsPending = true;
}

function saveMark(connection: Connection, mark: Mark): void {
  connection
    .statement('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)')
    .run(key, JSON.stringify(mark));
}

/**
 * Where SQLite evens out the pages of a tree that has shrunk, it can leave copies of old rows in the gaps of pages that stay,
 * `secure_delete` or not. Rows of a scope lie together in all tables but in the index of words, whose pages all shrink. So
 * that is built anew, which overwrites its old pages whole.
 */
function rewriteWords(connection: Connection): void {
  connection.write(() => {
    const mark = readMark(connection)?.mark;
    if (mark?.words === undefined) return;
    connection.execute(`INSERT INTO record_terms (record_terms) VALUES ('rebuild')`);
    const { words: _, ...rest } = mark;
    saveMark(connection, rest);
  });
}

/** Removes the bytes that are pending, without waiting for anybody. */
export function settleRemovals(connection: Connection): Remains {
  if (readMark(connection)?.mark.words) rewriteWords(connection);
  const found = readMark(connection);
  connection.removalsPending = found !== undefined;
  if (found === undefined) return { bytes: 'removed' };
  if (!connection.emptyLog()) {
    return {
      bytes: 'pending',
      bytesReason:
        'another connection is using the file as it was before: the old bytes are overwritten at the first pause after it has finished, or when the file is opened next',
      pendingSince: found.mark.since,
    };
  }
  connection.write(() =>
    connection.statement('DELETE FROM meta WHERE key = ? AND value = ?').run(key, found.text),
  );
  connection.removalsPending = readMark(connection) !== undefined;
  return { bytes: 'removed' };
}

function readMark(connection: Connection): { text: string; mark: Mark } | undefined {
  const text = connection.column<string>('SELECT value FROM meta WHERE key = ?').get(key);
  return text === undefined ? undefined : { text, mark: JSON.parse(text) as Mark };
}

/** Since when bytes are pending, as far as the file says. */
export function pendingSince(connection: Connection): string | undefined {
  return readMark(connection)?.mark.since;
}
