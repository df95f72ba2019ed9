import type { Memory } from '@mneme/core';

export interface ServerLogger {
  /** One line a request. Never holds contents, keys or paths of documents. */
  info(entry: Record<string, unknown>): void;
  error(entry: Record<string, unknown>): void;
}

export interface ServerLimits {
  /** Bytes of a body. Default: 1 MiB, which a content of 102,400 bytes fits in however it is escaped. */
  bodyBytes: number;
  /** Bytes of all headers. Default: 16 KiB. */
  headerBytes: number;
  /** How long a request may take to arrive. Default: 30,000. */
  requestTimeoutMs: number;
  /** Requests at work at once. Default: 256. */
  concurrentRequests: number;
  /** Of one key. Default: 60,000. */
  requestsPerMinute: number;
}

export const defaultServerLimits: ServerLimits = {
  bodyBytes: 1024 * 1024,
  headerBytes: 16 * 1024,
  requestTimeoutMs: 30_000,
  concurrentRequests: 256,
  requestsPerMinute: 60_000,
};

export interface AppOptions {
  /** Whose backend keeps documents and keys. The server does not close it. */
  memory: Memory;
  limits?: Partial<ServerLimits>;
  /** Default: silent. */
  logger?: ServerLogger;
  /** Default: the system's clock. */
  clock?: () => Date;
  /** Default: `req_`, a random part for the process and a number. */
  makeRequestId?: () => string;
}
