import { connect, type Socket } from 'node:net';

/** A raw connection that sends exactly what a test gives it, and reads only on demand. */
export interface RawClient {
  socket: Socket;
  /** The text received so far. */
  text(): string;
  /** Resolves when this many answers have begun. */
  answers(count: number): Promise<string>;
  /** Resolves when the other end has closed. */
  closed: Promise<void>;
}

export async function rawClient(
  url: string,
  { reads = true }: { reads?: boolean } = {},
): Promise<RawClient> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  let changed = () => {};
  socket.on('error', () => {}); // Reported by `closed`.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  closed.then(() => changed());
  if (reads)
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      changed();
    });
  else socket.pause();
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return {
    socket,
    text: () => received,
    closed,
    async answers(count) {
      while (received.split('HTTP/1.1 ').length <= count) {
        if (socket.destroyed) throw new Error(`closed after: ${received.slice(0, 500)}`);
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
      return received;
    },
  };
}

/** The lines of a request. */
export function requestLines(
  method: string,
  path: string,
  headers: Readonly<Record<string, string | number>>,
): string {
  const lines = Object.entries({ host: 'x', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}
