/** Receives messages of a memory. */
export interface Logger {
  /** Details that help to understand what happens. */
  debug(message: string, details?: object): void;
  /** Failures that did not stop the call. */
  warn(message: string, details?: object): void;
}
