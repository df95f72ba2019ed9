import { MnemeError } from '@mneme/core';
import type { FaultWords } from '@mneme/core/contract';
import { DocumentError } from '@mneme/core/documents';
import { ApiError, type ApiErrorType, invalidRequest, notFound } from './api-error.ts';

/** Any failure as an answer. Internal failures reveal nothing. */
export function toApiError(error: unknown, { memoryStores }: { memoryStores: boolean }): ApiError {
  if (error instanceof ApiError) return error;
  if (DocumentError.isInstance(error)) return documentError(error);
  if (MnemeError.isInstance(error)) return memoryError(error, memoryStores ? wireWords : {});
  return internal(error);
}

function documentError(error: DocumentError): ApiError {
  switch (error.reason) {
    case 'precondition_failed':
      return refused('memory_precondition_failed_error', error);
    case 'path_conflict': {
      const { id = '', path = '' } = error.conflicting ?? {};
      return refused('memory_path_conflict_error', error, {
        conflicting_memory_id: id,
        conflicting_path: path,
      });
    }
    case 'head_version':
      return refused('conflict_error', error);
    case 'archived':
    case 'limit':
      return invalidRequest(error.message);
  }
}

/** A 409 that would repeat: the official clients retry every other one. */
export function refused(
  type: ApiErrorType,
  cause: MnemeError,
  details: Record<string, string> = {},
): ApiError {
  const headers = { 'x-should-retry': 'false' };
  return new ApiError(409, type, cause.message, { headers, details, cause });
}

function memoryError(error: MnemeError, words: FaultWords): ApiError {
  switch (error.code) {
    case 'invalid_input':
    case 'embedder_required':
    case 'unsupported':
      return invalidRequest(error.worded(words));
    case 'secret_refused':
      return invalidRequest(
        error.worded({ ...words, advice: () => 'remove it and send the rest' }),
      );
    case 'not_found':
      return notFound(error.message);
    case 'conflict':
      // Without a field, other writers were faster each time: the next attempt may succeed.
      return error.field === undefined
        ? new ApiError(409, 'conflict_error', error.message)
        : refused('conflict_error', error);
    case 'storage_full':
      // Somebody must free room first, so it is of no use to repeat it soon.
      return new ApiError(507, 'api_error', 'The store is full: nothing of this was written.', {
        headers: { 'x-should-retry': 'false' },
        details: { code: error.code },
        cause: error,
      });
    case 'read_only':
      return new ApiError(503, 'api_error', 'The store can only be read now. Try again.', {
        headers: soon,
        details: { code: error.code },
        cause: error,
      });
    case 'busy':
      return new ApiError(503, 'overloaded_error', 'The store is busy. Try again.', {
        headers: soon,
        cause: error,
      });
    case 'unavailable':
    case 'timeout':
      // An error that names a field is about a file or an option that somebody must fix first.
      if (error.field !== undefined) return internal(error);
      return new ApiError(503, 'api_error', 'The store cannot be reached now. Try again.', {
        headers: soon,
        cause: error,
      });
    default:
      return internal(error);
  }
}

/** In a second. */
const soon = { 'retry-after': '1' };

function internal(cause: unknown): ApiError {
  return new ApiError(500, 'api_error', 'An internal error occurred.', { cause });
}

/** The library names its own arguments; callers of the API of memory stores know the API's fields. */
const wireNames: Readonly<Record<string, string>> = {
  cursor: 'page',
  pathPrefix: 'path_prefix',
  createdFrom: 'created_at[gte]',
  createdTo: 'created_at[lte]',
};

const wireWords: FaultWords = {
  name: (field) => wireNames[field] ?? field,
  advice: ({ field }) =>
    field === 'cursor'
      ? 'give the next_page of the same list, unchanged, or none to start over'
      : undefined,
};
