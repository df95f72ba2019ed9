import type { Remains } from '@mneme/core/contract';
import type { Connection } from './connection.ts';
import { markIn, setMark } from './marks.ts';

/**
 * `secure_delete` overwrites removed data in the newest version of each page. The rest is cleaned in two steps: older
 * versions of pages, in the file and its write-ahead log, until the log is moved into the file and emptied, which must
 * wait while another connection reads them; and copies in the gaps of pages (`page-gaps.ts`). So a removal sets a mark
 * in its transaction, and the mark is removed when both are done: at once, at the next pause, or when the file is
 * opened next, whatever is killed in between.
 */
const key = 'bytes_pending';

interface Mark {
  since: string;
  /** Number of removals that it covers: data removed during a cleaning stays marked. */
  removals: number;
}

/** Inside the transaction that removes something. */
export function markRemoval(connection: Connection): void {
  const before = readMark(connection) ?? { since: new Date().toISOString(), removals: 0 };
  setMark(connection, key, JSON.stringify({ ...before, removals: before.removals + 1 }));
  connection.removalsPending = true;
}

/** Larger files are not cleaned for every single removal: cleaning may take at most a tenth of the time. */
const largeFileBytes = 64 * 1024 * 1024;
const shareOfTime = 10;
/** On a busy machine, a waiting call should still see the end. */
const longestPauseMs = 2000;

/** Pause between two parts of a cleaning. */
const pauseForOthersMs = 10;

const reasons = {
  busy: 'another connection is using the file as it was before: the old bytes are overwritten at the first pause after it has finished, or when the file is opened next',
  again: 'it is tried again at the next pause, and when the file is opened next',
  readOnly: 'the file can only be read: it is cleaned when it is opened next and can be written',
  unknown:
    'the file has an unknown page layout (auto_vacuum, or more than 128 GiB): VACUUM rewrites it',
  large:
    'the file is encrypted and has more than 256 MiB, so it is not rewritten at each removal: a copy in a new file does not have them (mneme db copy)',
};

interface Settled extends Remains {
  /** When to try again, if known. */
  againMs?: number;
}

/**
 * Removes pending bytes, as far as possible in a moment and without waiting. The removal itself has already happened:
 * so a failure, such as a full disk, is a reason why bytes are pending.
 */
export function settleRemovals(connection: Connection): Settled {
  const mark = readMark(connection);
  connection.removalsPending = mark !== undefined;
  if (mark === undefined) return { bytes: 'removed' };
  const pending = (bytesReason: string, againMs?: number): Settled => ({
    bytes: 'pending',
    bytesReason,
    pendingSince: mark.since,
    ...(againMs === undefined ? {} : { againMs }),
  });
  if (connection.onlyReads) return pending(reasons.readOnly);
  try {
    return clean(connection, pending);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return pending(`the file could not be cleaned (${detail}): ${reasons.again}`);
  }
}

function clean(
  connection: Connection,
  pending: (bytesReason: string, againMs?: number) => Settled,
): Settled {
  const started = performance.now();
  const { endedAt, ms } = connection.lastSweep;
  const waitMs = endedAt + Math.min(ms * shareOfTime, longestPauseMs) - started;
  const goesOn = connection.sweeping !== undefined;
  if (!goesOn && waitMs > 0 && connection.bytes() > largeFileBytes)
    return pending('the whole file was cleaned a moment ago, and is cleaned again soon', waitMs);
  let swept: keyof typeof reasons | 'done' | 'more' = 'busy';
  try {
    if (connection.emptyLog()) swept = connection.sweep(key);
  } finally {
    const before = goesOn ? ms : 0;
    connection.lastSweep = { endedAt: performance.now(), ms: before + performance.now() - started };
  }
  if (swept === 'more') return pending('the file is being cleaned', pauseForOthersMs);
  connection.removalsPending = readMark(connection) !== undefined;
  if (!connection.removalsPending) return { bytes: 'removed' };
  return pending(reasons[swept === 'done' ? 'busy' : swept]);
}

function readMark(connection: Connection): Mark | undefined {
  const text = markIn(connection, key);
  return text === undefined ? undefined : (JSON.parse(text) as Mark);
}

/** Since when bytes are pending, according to the file. */
export function pendingSince(connection: Connection): string | undefined {
  return readMark(connection)?.since;
}
