import { MnemeError, type MnemeErrorCode } from '@mneme/core/contract';

interface Failure {
  /** SQLSTATE of the server, or the network's code: ECONNREFUSED, … */
  code: string;
  message: string;
  /** Present if the server failed, and not the network. */
  severity?: string;
}

function readFailure(error: unknown): Failure {
  const { code, message, severity, errors } = error as Partial<Failure> & { errors?: unknown[] };
  // A host with several addresses gives one error for each.
  if (message === '' && errors?.[0] !== undefined) return readFailure(errors[0]);
  return { code: code ?? '', message: message || String(error), severity };
}

/** Whether the connection can go on after a rollback. */
export function leavesConnection(error: unknown): boolean {
  if (MnemeError.isInstance(error)) return error.code !== 'timeout';
  return readFailure(error).severity === 'ERROR';
}

/** Whether it is certain that nothing of the transaction was written. */
export function isRolledBack(error: unknown): boolean {
  return leavesConnection(error) || readFailure(error).code === idleTooLong;
}

/** The process was frozen, or busy with something else, in the middle of a transaction. */
const idleTooLong = '25P03';

/** Data or an index that is not what was written, or internal errors, of which it is the usual cause. */
const damage = /^(XX00[012]|22021)$/;

/** Lost races between transactions: a serialization failure, a deadlock. */
const raced = new Set(['40001', '40P01']);

/** A pooler has given another connection, which does not know the statement of that name, or knows it already. */
export function isWithoutName(error: unknown): boolean {
  return /^(26000|42P05)$/.test(readFailure(error).code);
}

/** Whether repeating the transaction may succeed. Nothing of it was written. */
export function isPassing(error: unknown): boolean {
  if (MnemeError.isInstance(error)) return false;
  if (error instanceof SyntaxError || isOfFile(error)) return false;
  const failure = readFailure(error);
  return (
    raced.has(failure.code) || failure.code === '53300' || isWithoutName(error) || isLost(failure)
  );
}

/** A certificate or key that the address names. */
function isOfFile(error: unknown): boolean {
  return (error as { syscall?: unknown }).syscall === 'open';
}

/** The connection is lost, or the server is shutting down or starting. */
function isLost({ code, severity }: Failure): boolean {
  return severity === undefined || /^(08|57P0|25P03)/.test(code);
}

/** Translates failures of PostgreSQL. `where` contains no password. */
export function translateFailure(
  error: unknown,
  { where, committing }: { where: string; committing: boolean },
): MnemeError {
  if (MnemeError.isInstance(error)) return error;
  const failure = readFailure(error);
  const { code, message } = failure;
  const make = (kind: MnemeErrorCode, advice: string) =>
    new MnemeError(kind, `PostgreSQL at ${where}: ${message}${code && ` (${code})`}: ${advice}`, {
      cause: error,
    });
  // The driver parses JSON columns.
  if (error instanceof SyntaxError || damage.test(code))
    return make('damaged', 'see what mneme db doctor says, or restore it from a backup');
  if (code === '57014') return make('timeout', 'look at its load, or raise timeoutMs');
  if (code === idleTooLong)
    return make(
      'timeout',
      'this process stood still in the middle of the call; nothing was written, repeat it, with less at once or more of the processor',
    );
  if (code === '55P03')
    return make(
      'busy',
      'another connection holds a lock that this call needs; repeat the call, and if it lasts, find that connection with pg_blocking_pids and end it',
    );
  if (raced.has(code))
    return make('conflict', 'other writers changed the same rows; repeat the call');
  if (code === '53100' || /no space left/i.test(message))
    return make('storage_full', 'free room on the server; then repeat the call');
  if (code === '25006')
    return make('read_only', 'connect to the primary server, and let the role write there');
  if (code === '42501')
    return make('read_only', 'grant the role what docs/postgres.md says, or open as the owner');
  if (/^(42P01|3F000)$/.test(code))
    return make('unavailable', 'its tables are gone; restore them, or restart to make new ones');
  if (/^28/.test(code)) return make('unavailable', 'give the right user and password');
  if (/^53/.test(code)) return make('busy', 'the server has no room for it now; try again later');
  if (isOfFile(error))
    return make(
      'unavailable',
      'give the right file in the address, as sslrootcert, sslcert or sslkey',
    );
  if (isLost(failure))
    return make(
      'unavailable',
      committing
        ? 'the connection broke during the commit, so it may be written or not; it may be repeated'
        : 'check that the server runs and the address is right; nothing was written, repeat the call',
    );
  return make('unavailable', 'the server refused it; look at its log');
}
