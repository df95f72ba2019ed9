import { type Readable, Transform, type Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpServerOptions } from './mcp-server.ts';

/** The streams of one client, and the signal to stop. */
export interface ServeMcpOptions extends McpServerOptions {
  /** Default: those of the process. */
  input?: Readable;
  output?: Writable;
  signal?: AbortSignal;
  /** Called with errors of the transport. */
  onError?: (error: Error) => void;
}

/** More than any call needs, and less than the transport's limit, above which it stops for good. */
const maxLineBytes = 8 * 1024 * 1024;
/** A line that goes on after this is no message of a client. */
const endlessBytes = 256 * 1024 * 1024;

/**
 * Serves one client over standard input and output, and resolves when the client has closed its end of the pipe or
 * `signal` has fired. A line of more than 8 MiB is refused, and one of 256 MiB ends it. Closing the memory afterwards finishes running calls.
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
    // The line was not read, so its id is unknown.
    const answer = { jsonrpc: '2.0', id: null, error: { code: -32600, message } };
    output.write(`${JSON.stringify(answer)}\n`);
  });
  const transport = new StdioServerTransport(input.pipe(lines), output);
  const ended = new Promise<void>((resolve) => {
    lines.once('end', resolve);
    lines.once('endless', () => {
      onError?.(new Error(`a message has more than ${endlessBytes} bytes: the connection ends`));
      input.unpipe(lines);
      resolve();
    });
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

/** Passes whole lines on, and drops longer ones than the limit. `onDropped` is called once for each. */
function boundLines(maxBytes: number, onDropped: () => void): Transform {
  const parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array) => {
    const was = length;
    length += part.length;
    if (length <= maxBytes) parts.push(part);
    else if (was <= maxBytes) {
      parts.length = 0;
      onDropped();
    }
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let from = 0; from < chunk.length; ) {
        const end = chunk.indexOf('\n', from) + 1;
        add(chunk.subarray(from, end || chunk.length));
        from = end || chunk.length;
        if (end === 0) {
          if (length > endlessBytes) this.emit('endless');
          continue;
        }
        if (length <= maxBytes) this.push(Buffer.concat(parts));
        parts.length = 0;
        length = 0;
      }
      done();
    },
  });
}
