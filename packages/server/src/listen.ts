import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { MnemeError } from '@mneme/core';
import { createApp } from './app.ts';
import { boundConnections } from './http/bound-connections.ts';
import { type AppOptions, defaultServerLimits } from './http/server-options.ts';
import { type StopOptions, Stopping } from './http/stopping.ts';

/** A server and its address. */
export interface ListenOptions extends AppOptions {
  /** 0: any free port. */
  port: number;
  /** Default: 127.0.0.1. */
  host?: string;
}

/** A running server. */
export interface RunningServer {
  /** `http://127.0.0.1:8787` */
  url: string;
  /** Finishes active requests, stops, then resolves. Meanwhile `/readyz` answers 503 and each answer ends its connection. */
  close(options?: StopOptions): Promise<void>;
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Listens. Rejects with `invalid_input` (field `host`) for an address other than the machine's own while there is no
 * key, and with `unavailable` if the port cannot be used.
 * @example
 * const backend = sqliteBackend({ path: 'ada.db' });
 * const memory = await createMemory({ backend, embedder: staticEmbedder() });
 * const server = await listen({ memory, keys: new Keys(backend.keys), port: 8787 });
 */
export async function listen(options: ListenOptions): Promise<RunningServer> {
  const { port, host = '127.0.0.1', keys } = options;
  if (!loopback.has(host) && !(await keys.exist())) {
    throw new MnemeError(
      'invalid_input',
      `host ${host} can be reached from other machines, and there is no key: make one with "mneme keys create", or listen on 127.0.0.1`,
      { field: 'host' },
    );
  }
  const limits = { ...defaultServerLimits, ...options.limits };
  const server: Server = createAdaptorServer({
    fetch: (request, environment) => stopping.answer(app.fetch(request, environment)),
    serverOptions: {
      maxHeaderSize: limits.headerBytes,
      keepAliveTimeout: limits.keepAliveMs,
      requestTimeout: limits.requestTimeoutMs,
      headersTimeout: Math.min(limits.requestTimeoutMs, 15_000),
      connectionsCheckingInterval: Math.min(limits.requestTimeoutMs, 1000),
    },
  }) as Server;
  const stopping = new Stopping(server);
  const app = createApp({ ...options, stopping: stopping.signal });
  boundConnections(server, limits.connections);
  // Asks for the body only when it is read, after the key was checked.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    const message = `cannot listen on ${host}:${port}: ${(cause as Error).message}`;
    throw new MnemeError('unavailable', message, { field: 'port', cause });
  }
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    close: (how) => stopping.stop(how),
  };
}
