import type { Memory, MemoryScope, MnemeError } from '@mneme/core';
import type { KeyAccess } from '@mneme/core/backend';
import type { ApiKey, Keys } from '../keys/keys.ts';
import type { PrometheusMetrics } from '../metrics/prometheus-metrics.ts';

/** Log of the server, one line for each entry. */
export interface ServerLogger {
  /** One line for each request. Never contains contents, keys or paths of documents. */
  info(entry: Record<string, unknown>): void;
  error(entry: Record<string, unknown>): void;
}

/** Limits for clients. */
export interface ServerLimits {
  /** Bytes of a body. Default: 1 MiB, which fits a content of 102,400 bytes however it is escaped. */
  bodyBytes: number;
  /** Bytes of all headers. Default: 16 KiB. */
  headerBytes: number;
  /** Milliseconds for a request to arrive. Default: 30,000. */
  requestTimeoutMs: number;
  /** Milliseconds for a client to read an answer that is ready. Default: 30,000. */
  answerTimeoutMs: number;
  /**
   * Active requests, each until the last byte of its answer is sent. Default: 256. The last quarter is reserved for
   * keys with few active requests; `/healthz` and `/readyz` are always answered.
   */
  concurrentRequests: number;
  /** Active requests of one key. Default: 64. */
  concurrentRequestsPerKey: number;
  /** Requests of one key a minute. Default: 60,000. */
  requestsPerMinute: number;
  /**
   * Milliseconds that an idle connection stays open. Default: 75,000, longer than balancers keep theirs, so that none
   * sends a request on a connection that closes.
   */
  keepAliveMs: number;
  /** Open connections. Default: 1,024. One more replaces the one that has been idle longest. */
  connections: number;
  /**
   * Wrong keys of one address a minute, and requests with the same one. Beyond that a wrong key is answered with 429; a
   * right one works. Default: 60.
   */
  wrongKeysPerMinute: number;
}

/** Defaults of `limits`. */
export const defaultServerLimits: ServerLimits = {
  bodyBytes: 1024 * 1024,
  headerBytes: 16 * 1024,
  requestTimeoutMs: 30_000,
  answerTimeoutMs: 30_000,
  concurrentRequests: 256,
  concurrentRequestsPerKey: 64,
  requestsPerMinute: 60_000,
  keepAliveMs: 75_000,
  connections: 1024,
  wrongKeysPerMinute: 60,
};

/** Options of a server. */
export interface AppOptions {
  /** The memory to serve. The server does not close it. */
  memory: Memory;
  /** The keys: each opens one scope. */
  keys: Keys;
  /** Several databases behind the memory: `/readyz` names those that cannot be reached. Default: it is one. */
  databases?: { unavailable(): Promise<{ name: string; reason: string }[]> } | undefined;
  limits?: Partial<ServerLimits>;
  /** Default: silent. */
  logger?: ServerLogger;
  /** Milliseconds from any start, never going back, for limits by the minute. Default: `performance.now`. */
  elapsedMs?: () => number;
  /**
   * Addresses and networks of proxies in front: `10.0.0.0/8`. Their `x-forwarded-for` names the client, in the log and
   * for the limit of wrong keys. Default: none, the client is whoever connects.
   */
  trustedProxies?: readonly string[];
  /** Aborted when the server begins to stop: from then on `/readyz` answers 503. `listen` gives its own. */
  stopping?: AbortSignal;
  /** Answers requests to `/mcp` with a valid key: `mcpHandler()` of @mneme/mcp. Absent: no such route. */
  mcp?: McpHandler;
  /**
   * Host names (and origins) for `/mcp` and `/inspector`, in addition to this machine's own: `memory.example.com`.
   * Requests of a browser with other names are refused. Default: none.
   */
  allowedHosts?: readonly string[];
  /** Answers requests below `/inspector`: `createInspector()` of @mneme/inspector. Absent: no such route. */
  inspector?: InspectorHandler;
  /** Called for each text that was refused because of a secret. The error does not contain it. */
  onRefused?: (refused: { scope: string; error: MnemeError }) => void;
  /** Metrics for Prometheus at `/metrics`. Absent: no such route. */
  metrics?: MetricsOptions;
}

/** What `/metrics` shows, and to whom. */
export interface MetricsOptions {
  /** Also given to the memory: `telemetry: { api: { metrics } }`. */
  metrics: PrometheusMetrics;
  /**
   * `open`: everybody who reaches the server. `keys`: every key, so every tenant. `{ token }`: requests with it as
   * `Authorization: Bearer`; no key of a tenant works.
   */
  access: 'open' | 'keys' | { token: string };
}

/** Answers one request of the Model Context Protocol with a valid key. */
export type McpHandler = (
  request: Request,
  caller: {
    /** The scope of the key. */
    scope: MemoryScope;
    access: KeyAccess;
    /** Actor in the audit. */
    actor: string;
    /** The body of the request as JSON. */
    body: unknown;
  },
) => Promise<Response>;

/** Answers one request of a browser. It has its own sessions, which start with a key. */
export type InspectorHandler = (
  request: Request,
  keys: {
    /** Called before a sign-in form is read, the only body that is read without a key. */
    signIn(): void;
    /** Rejects with status 401 or 429 if the key is wrong, or used too often. */
    open(text: string): Promise<ApiKey>;
    /**
     * Counts the request for an opened key, before its body is read. False: the key is revoked. Rejects with status 429
     * if the key has too many requests.
     */
    admit(key: ApiKey): Promise<boolean>;
  },
) => Promise<Response>;
