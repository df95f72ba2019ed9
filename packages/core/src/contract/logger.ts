/** Where a memory says what it did and what went wrong on the way. */
export interface Logger {
  debug(message: string, details?: object): void;
  warn(message: string, details?: object): void;
}
