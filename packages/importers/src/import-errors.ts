import { MnemeError } from '@mneme/core';

/**
 * The engine says `items[3].content`; the import reports the item's place in its source, so only the item's own error
 * is needed.
 */
export function withoutIndex(error: MnemeError): MnemeError {
  return MnemeError.isInstance(error.cause) ? error.cause : error;
}

/** An error that ends an import; earlier writes stay, and the message says so. */
export function stoppedImport(error: unknown, { done }: { done: number }): unknown {
  if (!MnemeError.isInstance(error) || done === 0) return error;
  const message = `${error.message} (${done} items are imported; run the import again to go on.)`;
  return new MnemeError(error.code, message, { field: error.field, cause: error });
}
