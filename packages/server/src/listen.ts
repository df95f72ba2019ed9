import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { MnemeError } from '@mneme/core';
import { createApp } from './app.ts';
import { type AppOptions, defaultServerLimits } from './http/server-options.ts';

export interface ListenOptions extends AppOptions {
  /** 0: a free one. */
  port: number;
  /** Default: 127.0.0.1. */
  host?: string;
}

export interface RunningServer {
  /** `http://127.0.0.1:8787` */
  url: string;
  /** Takes no new requests, finishes those at work (for at most `graceMs`), then resolves. */
  close(options?: { graceMs?: number }): Promise<void>;
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/** Listens. Refuses another address than the machine's own while there is no key. */
export async function listen(options: ListenOptions): Promise<RunningServer> {
  const { port, host = '127.0.0.1', memory } = options;
  if (!loopback.has(host) && !(await hasKey(options))) {
    throw new MnemeError(
      'invalid_input',
      `host ${host} can be reached from other machines, and there is no key: make one with "mneme key create", or listen on 127.0.0.1`,
      { field: 'host' },
    );
  }
  const limits = { ...defaultServerLimits, ...options.limits };
  const app = createApp({ ...options, memory });
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      maxHeaderSize: limits.headerBytes,
      requestTimeout: limits.requestTimeoutMs,
      headersTimeout: Math.min(limits.requestTimeoutMs, 15_000),
    },
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((cause: unknown) => {
    throw new MnemeError('unavailable', `cannot listen on ${host}:${port}: ${messageOf(cause)}`, {
      field: 'port',
      cause,
    });
  });
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    close: ({ graceMs = 10_000 } = {}) => stop(server, graceMs),
  };
}

async function hasKey({ memory }: ListenOptions): Promise<boolean> {
  return (await memory.keys.list()).some(({ revokedAt }) => revokedAt === undefined);
}

function stop(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
