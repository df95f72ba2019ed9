import { DocumentError, MnemeError } from '@mneme/core';
import { ApiError, invalidRequest, notFound } from './api-error.ts';

/** Any failure as an answer. What is not the caller's affair says nothing of the inside. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (DocumentError.isInstance(error)) return documentError(error);
  if (MnemeError.isInstance(error)) return memoryError(error);
  return internal(error);
}

function documentError(error: DocumentError): ApiError {
  switch (error.reason) {
    case 'precondition_failed':
      return new ApiError(409, 'memory_precondition_failed_error', error.message);
    case 'path_conflict': {
      const { id = '', path = '' } = error.conflicting ?? {};
      const details = { conflicting_memory_id: id, conflicting_path: path };
      return new ApiError(409, 'memory_path_conflict_error', error.message, { details });
    }
    case 'head_version':
      return new ApiError(409, 'conflict_error', error.message);
    case 'archived':
    case 'limit':
      return invalidRequest(error.message);
  }
}

function memoryError(error: MnemeError): ApiError {
  switch (error.code) {
    case 'invalid_input':
    case 'embedder_required':
    case 'unsupported':
    case 'secret_refused':
      return invalidRequest(inWireWords(error));
    case 'not_found':
      return notFound(error.message);
    case 'conflict':
      return new ApiError(409, 'conflict_error', error.message);
    case 'busy':
      return new ApiError(503, 'overloaded_error', 'The store is busy. Try again.', {
        headers: { 'retry-after': '1' },
        cause: error,
      });
    default:
      return internal(error);
  }
}

function internal(cause: unknown): ApiError {
  return new ApiError(500, 'api_error', 'An internal error occurred.', { cause });
}

/** The library's names of arguments as the API has them. */
const wireNames: Readonly<Record<string, string>> = {
  cursor: 'page',
  pathPrefix: 'path_prefix',
  createdFrom: 'created_at[gte]',
  createdTo: 'created_at[lte]',
};

function inWireWords(error: MnemeError): string {
  return error.worded({ name: (field) => wireNames[field] ?? field });
}
