import { MnemeError } from '@mneme/core';

/**
 * The engine says `items[3].content`; what imports says where in its source that item stands, so the item's own error is
 * enough.
 */
export function withoutIndex(error: MnemeError): MnemeError {
  return MnemeError.isInstance(error.cause) ? error.cause : error;
}

/** A failure that ends an import; what was written stays, and the message says so. */
export function stoppedImport(error: unknown, { done }: { done: number }): unknown {
  if (!MnemeError.isInstance(error) || done === 0) return error;
  const message = `${error.message} (${done} items are imported; run the import again to go on.)`;
  return new MnemeError(error.code, message, { field: error.field, cause: error });
}
