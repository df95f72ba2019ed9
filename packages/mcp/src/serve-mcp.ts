import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpServerOptions } from './mcp-server.ts';

/** The streams of one client, and when to end. */
export interface ServeMcpOptions extends McpServerOptions {
  /** Default: those of the process. */
  input?: Readable;
  output?: Writable;
  signal?: AbortSignal;
  /** Is told what went wrong on the wire. */
  onError?: (error: Error) => void;
}

/**
 * Serves one client over standard input and output, and resolves when it has gone: its end of the pipe was closed, or
 * `signal` fired. What was under way is finished by whoever closes the memory then.
 */
export async function serveMcp({
  input = process.stdin,
  output = process.stdout,
  signal,
  onError,
  ...server
}: ServeMcpOptions): Promise<void> {
  const transport = new StdioServerTransport(input, output);
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve);
    input.once('close', resolve);
    output.once('error', () => resolve());
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = serveStdio(() => createMcpServer(server), {
    transport,
    ...(onError === undefined ? {} : { onerror: onError }),
  });
  await ended;
  await handle.close();
  // An open pipe would keep the process alive.
  input.destroy();
}
