/** Where a memory says what it did and what went wrong on the way. */
export interface Logger {
  /** What may help to understand. */
  debug(message: string, details?: object): void;
  /** What went wrong and was survived. */
  warn(message: string, details?: object): void;
}
