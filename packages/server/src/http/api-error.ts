import type { ContentfulStatusCode } from 'hono/utils/http-status';

export const apiErrorTypes = [
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'not_found_error',
  'memory_precondition_failed_error',
  'memory_path_conflict_error',
  'conflict_error',
  'request_too_large',
  'rate_limit_error',
  'overloaded_error',
  'api_error',
] as const;

export type ApiErrorType = (typeof apiErrorTypes)[number];

/** The answer to a failed request. */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode;
  readonly type: ApiErrorType;
  readonly headers: Readonly<Record<string, string>>;
  /** Further fields of the error object. */
  readonly details: Readonly<Record<string, string>>;

  constructor(
    status: ContentfulStatusCode,
    type: ApiErrorType,
    message: string,
    options: {
      headers?: Record<string, string>;
      details?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ApiError';
    this.status = status;
    this.type = type;
    this.headers = options.headers ?? {};
    this.details = options.details ?? {};
  }
}

export function invalidRequest(message: string): ApiError {
  return new ApiError(400, 'invalid_request_error', message);
}

export function notFound(message: string): ApiError {
  return new ApiError(404, 'not_found_error', message);
}
