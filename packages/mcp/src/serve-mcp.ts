import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { boundLines } from './bound-lines.ts';
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

/** More than any call needs, and less than the transport takes, which stops for good at one that is longer. */
const maxLineBytes = 8 * 1024 * 1024;

/**
 * Serves one client over standard input and output, and resolves when it has gone: its end of the pipe was closed, or
 * `signal` fired. A line of more than 8 MiB is refused. What was under way is finished by whoever closes the memory then.
 */
export async function serveMcp({
  input = process.stdin,
  output = process.stdout,
  signal,
  onError,
  ...server
}: ServeMcpOptions): Promise<void> {
  const lines = boundLines(maxLineBytes, () => {
    const message = `a message has more than ${maxLineBytes} bytes, so it was not read: send less at once`;
    onError?.(new Error(message));
    // Nothing was read of it, so not its id either.
    const answer = { jsonrpc: '2.0', id: null, error: { code: -32600, message } };
    output.write(`${JSON.stringify(answer)}\n`);
  });
  const transport = new StdioServerTransport(input.pipe(lines), output);
  const ended = new Promise<void>((resolve) => {
    lines.once('end', resolve);
    input.once('close', () => lines.end());
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
