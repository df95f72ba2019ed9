import type { Memory, MemoryScope, MnemeError } from '@mneme/core';
import type { KeyAccess } from '@mneme/core/contract';
import type { ApiKey, Keys } from '../keys/keys.ts';
import type { PrometheusMetrics } from '../metrics/prometheus-metrics.ts';

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
  /** How long a client may take for an answer, from when it is there. Default: 30,000. */
  answerTimeoutMs: number;
  /**
   * Requests at work at once, each until the last byte of its answer is out. Default: 256. The last quarter is kept for
   * keys that have little at work; `/healthz` and `/readyz` are answered in any case.
   */
  concurrentRequests: number;
  /** Of one key. Default: 64. */
  concurrentRequestsPerKey: number;
  /** Of one key. Default: 60,000. */
  requestsPerMinute: number;
  /** Open connections. Default: 1,024. A further one takes the place of the one that has been idle longest. */
  connections: number;
  /** Requests of one address with a key that opens nothing, before further ones are not looked up. Default: 60. */
  wrongKeysPerMinute: number;
}

/** What holds where `limits` says nothing. */
export const defaultServerLimits: ServerLimits = {
  bodyBytes: 1024 * 1024,
  headerBytes: 16 * 1024,
  requestTimeoutMs: 30_000,
  answerTimeoutMs: 30_000,
  concurrentRequests: 256,
  concurrentRequestsPerKey: 64,
  requestsPerMinute: 60_000,
  connections: 1024,
  wrongKeysPerMinute: 60,
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
  /** Milliseconds since any moment, which never go back: the limits by the minute count by them. Default: `performance.now`. */
  elapsedMs?: () => number;
  /** Default: `req_`, a random part for the process and a number. */
  makeRequestId?: () => string;
  /** Answers the requests to `/mcp` whose key is right: `mcpHandler()` of @mneme/mcp. Absent: there is nothing there. */
  mcp?: McpHandler;
  /**
   * The names under which `/mcp` and `/inspector` may be asked, beside this machine's own, and from whose pages: `memory.example.com`. A
   * page that a browser was led to by a false name is refused. Default: none.
   */
  allowedHosts?: readonly string[];
  /** Answers what is asked below `/inspector`: `createInspector()` of @mneme/inspector. Absent: there is nothing there. */
  inspector?: InspectorHandler;
  /** Hears of each text that was refused, since it holds a secret. The error does not hold it. */
  onRefused?: (refused: { scope: string; error: MnemeError }) => void;
  /** What Prometheus reads at `/metrics`. Absent: there is nothing there. */
  metrics?: MetricsOptions;
}

/** What `/metrics` shows, and to whom. */
export interface MetricsOptions {
  /** What the memory was made with: `telemetry: { api: { metrics } }`. */
  metrics: PrometheusMetrics;
  /**
   * `open`: to whoever reaches the server. `keys`: to every key, and so to every tenant. `{ token }`: to who sends it as
   * `Authorization: Bearer`; no key of a tenant opens it.
   */
  access: 'open' | 'keys' | { token: string };
}

/** Answers one request of the Model Context Protocol, whose key is right. */
export type McpHandler = (
  request: Request,
  caller: {
    /** What the key opens. */
    scope: MemoryScope;
    access: KeyAccess;
    /** Who writes, in the audit. */
    actor: string;
    /** What was read of the request, in its JSON form. */
    body: unknown;
  },
) => Promise<Response>;

/** Answers one request of a browser. It keeps sessions of its own, which begin with a key. */
export type InspectorHandler = (
  request: Request,
  keys: {
    /** Rejects with a status of 401 or 429 where the key opens nothing. */
    open(text: string): Promise<ApiKey>;
    /** Whether a key that was opened before is there still, and not revoked. */
    holds(key: ApiKey): Promise<boolean>;
  },
) => Promise<Response>;
