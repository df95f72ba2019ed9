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
}

/** Inside the transaction that removes something. */
export function markRemoval(connection: Connection): void {
  const { since = new Date().toISOString(), removals = 0 } = readMark(connection)?.mark ?? {};
  connection
    .statement('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)')
    .run(key, JSON.stringify({ since, removals: removals + 1 } satisfies Mark));
  connection.removalsPending = true;
}

/** Removes the bytes that are pending, without waiting for anybody. */
export function settleRemovals(connection: Connection): Remains {
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
