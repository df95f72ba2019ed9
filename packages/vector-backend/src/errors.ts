import { MnemeError, type MnemeErrorCode } from '@mneme/core/contract';

/** Information about a failed request, from any layer. */
interface Failure {
  /** HTTP status; absent without an answer. */
  status?: number;
  /** The server's message, or the network's. */
  detail: string;
  /** Code of the network error: ECONNREFUSED, UND_ERR_SOCKET, … */
  networkCode?: string;
  timedOut: boolean;
  /** How long the server asked to wait. */
  retryAfterMs?: number;
}

export function readFailure(error: unknown): Failure {
  const {
    name = '',
    message = String(error),
    status,
    data,
    cause,
    retry_after: retryAfter,
  } = error as {
    name?: string;
    message?: string;
    status?: unknown;
    data?: { status?: { error?: unknown } };
    cause?: { code?: unknown; message?: unknown };
    retry_after?: unknown;
  };
  const said = data?.status?.error;
  const networkMessage =
    typeof cause?.message === 'string' && cause.message !== '' ? cause.message : undefined;
  const failure: Failure = {
    detail: typeof said === 'string' ? said : (networkMessage ?? message),
    timedOut: name === 'QdrantClientTimeoutError' || name === 'TimeoutError',
  };
  if (typeof status === 'number') failure.status = status;
  if (typeof retryAfter === 'number') {
    failure.status = 429;
    failure.retryAfterMs = retryAfter * 1000;
  }
  if (typeof cause?.code === 'string') failure.networkCode = cause.code;
  return failure;
}

/** Whether repeating the request may succeed. */
export function isPassing({ status, timedOut }: Failure): boolean {
  if (timedOut) return false;
  return (
    status === undefined || status === 429 || (status >= 500 && status !== 501 && status !== 507)
  );
}

const noRoom =
  /no space left|disk is full|insufficient storage|not enough space|out of (disk|storage)/i;

/** Translates Qdrant's failures. `where` names server and collection, never the key. */
export function translateFailure(error: unknown, where: string, timeoutMs: number): MnemeError {
  if (MnemeError.isInstance(error)) return error;
  const failure = readFailure(error);
  const { status, detail } = failure;
  const make = (code: MnemeErrorCode, advice: string) =>
    new MnemeError(
      code,
      `Qdrant at ${where}: ${detail}${status === undefined ? '' : ` (HTTP ${status})`}: ${advice}`,
      {
        cause: error,
      },
    );
  if (failure.timedOut) {
    return new MnemeError(
      'timeout',
      `Qdrant at ${where} did not answer within ${timeoutMs} ms: look at the server's load, or raise timeoutMs`,
      { cause: error },
    );
  }
  if (noRoom.test(detail) || status === 507)
    return make('storage_full', 'free room on the server; then repeat the call');
  if (status === undefined) {
    return make(
      'unavailable',
      'check that the server runs and that the URL is right; a write may be repeated safely',
    );
  }
  if (status === 401) return make('unavailable', 'give the right API key');
  if (status === 403) {
    const readOnly = /write|manage|access/i.test(detail) && !/invalid/i.test(detail);
    return make(
      readOnly ? 'read_only' : 'unavailable',
      'give an API key that may read and write this collection',
    );
  }
  if (status === 404)
    return make('unavailable', 'the collection is gone, or the URL is not that of a Qdrant server');
  if (status === 429)
    return make('busy', 'the server limits requests; try again later, or raise its limit');
  if (status === 413)
    return make(
      'invalid_input',
      "the request is too large; raise the server's max_request_size_mb",
    );
  if (status >= 500)
    return make('unavailable', 'the server failed; look at its log, then repeat the call');
  return make('invalid_input', 'the server refused the request');
}
