import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { MnemeError } from '@mneme/core';
import { createInspector, type Inspector } from './create-inspector.ts';
import type { InspectorOptions } from './options.ts';

/** How long active requests may take when it ends. */
const graceMs = 3000;

/** An inspector that listens on this machine. */
export interface RunningInspector extends Pick<Inspector, 'noteRefusal'> {
  /** `http://127.0.0.1:4321` */
  url: string;
  /** The address to open in a browser. It works once, for one browser; a new one invalidates earlier ones. */
  newLink(): string;
  /** Carries out pending deletions, and ends. The memory stays open. */
  close(): Promise<void>;
}

/**
 * Listens only on 127.0.0.1. Rejects with `unavailable` if the port cannot be used.
 * @example
 * const inspector = await listenInspector({ memory, port: 0 });
 * console.log(inspector.newLink());
 */
export async function listenInspector(
  options: InspectorOptions & {
    /** 0: any free port. */
    port: number;
  },
): Promise<RunningInspector> {
  let own = new Set<string>();
  const inspector = createInspector({ ...options, base: '', isOwnHost: (host) => own.has(host) });
  const server = createAdaptorServer({
    fetch: (request: Request) => inspector.answer(request),
    serverOptions: { maxHeaderSize: 16 * 1024, requestTimeout: 30_000 },
  }) as Server;
  try {
    server.listen(options.port, '127.0.0.1');
    await once(server, 'listening');
  } catch (cause) {
    const message = `cannot listen on 127.0.0.1:${options.port}: ${(cause as Error).message}`;
    throw new MnemeError('unavailable', message, { field: 'port', cause });
  }
  const { port } = server.address() as AddressInfo;
  own = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    newLink: () => url + inspector.newLink(),
    noteRefusal: inspector.noteRefusal,
    async close() {
      await new Promise<void>((resolve) => {
        const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(deadline);
          resolve();
        });
      });
      await inspector.close();
    },
  };
}
