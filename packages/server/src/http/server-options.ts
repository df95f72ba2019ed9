import type { Memory } from '@mneme/core';
import type { Keys } from '../keys/keys.ts';

/** Where the server says what it does, one entry a line. */
export interface ServerLogger {
  /** One line a request. Never holds contents, keys or paths of documents. */
  info(entry: Record<string, unknown>): void;
  error(entry: Record<string, unknown>): void;
}

/** What one client can take. */
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

/** What holds where `limits` says nothing. */
export const defaultServerLimits: ServerLimits = {
  bodyBytes: 1024 * 1024,
  headerBytes: 16 * 1024,
  requestTimeoutMs: 30_000,
  concurrentRequests: 256,
  requestsPerMinute: 60_000,
};

/** What a server is made of. */
export interface AppOptions {
  /** What is served. The server does not close it. */
  memory: Memory;
  /** What opens it: each key one scope. */
  keys: Keys;
  limits?: Partial<ServerLimits>;
  /** Default: silent. */
  logger?: ServerLogger;
  /** Default: the system's clock. */
  clock?: () => Date;
  /** Default: `req_`, a random part for the process and a number. */
  makeRequestId?: () => string;
}
