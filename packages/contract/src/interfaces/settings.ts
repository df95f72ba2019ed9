import type { MemoryCategory } from './record.ts';

/** The largest allowed contents of stores. */
export interface DocumentLimits {
  /** Of one document, in bytes of UTF-8. */
  contentBytes: number;
  /** Documents in all stores of a scope. */
  documentsPerScope: number;
  /** Bytes of all contents of a scope, including earlier versions. */
  bytesPerScope: number;
}

/** 102,400 bytes are the limit of the public API; the other two limit what one tenant can use. */
export const defaultDocumentLimits: DocumentLimits = {
  contentBytes: 102_400,
  documentsPerScope: 20_000,
  bytesPerScope: 1024 * 1024 * 1024,
};

/** How importance fades. 0 or `Infinity` days: it does not fade. */
export interface DecaySettings {
  /** Days until half of the importance is left. Default: 30. */
  halfLifeDays: number;
  /** Replaces `halfLifeDays` for a category. */
  byCategory?: Partial<Record<MemoryCategory, number>>;
}

/** Receives messages of a memory. */
export interface Logger {
  /** Details that help to understand what happens. */
  debug(message: string, details?: object): void;
  /** Failures that did not stop the call. */
  warn(message: string, details?: object): void;
}
