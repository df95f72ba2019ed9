import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What happens to a connection at its n-th message to the server, counted from 1. */
export interface Cut {
  /**
   * `request`: it is cut before the server receives the message. `answer`: the server executes it, and the answer is lost.
   * `stall`: no more data arrives on either side. `vanish`: nor does the server see that the client has gone.
   */
  kind: 'request' | 'answer' | 'stall' | 'vanish';
  message: number;
}

export interface CutProxy {
  url: string;
  /** The server of new connections. */
  target: string;
  /** Applies to the first new connection that reaches this message. Default: none is cut. */
  cut: Cut | undefined;
  close(): Promise<void>;
}

/** A proxy between a client and a server, both on loopback. */
export async function cutProxy(target: string): Promise<CutProxy> {
  const url = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const { hostname, port } = new URL(proxy.target);
    const outgoing = connect(Number(port), hostname);
    const { cut } = proxy;
    let messages = 0;
    let silent = false;
    let vanished = false;
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      one.on('close', () => {
        sockets.delete(one);
        if (!vanished) other.destroy();
      });
      one.on('error', () => other.destroy());
    }
    incoming.on('data', (chunk: Buffer) => {
      messages += 1;
      if (silent) return;
      if (messages !== cut?.message || proxy.cut !== cut) return void outgoing.write(chunk);
      proxy.cut = undefined;
      if (cut.kind === 'request') return void incoming.destroy();
      silent = true;
      vanished = cut.kind === 'vanish';
      if (cut.kind === 'answer') outgoing.write(chunk);
    });
    outgoing.on('data', (chunk: Buffer) => {
      if (!silent) incoming.write(chunk);
      else if (cut?.kind === 'answer') incoming.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url.port = String((server.address() as AddressInfo).port);
  const proxy: CutProxy = {
    url: url.href,
    target,
    cut: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return proxy;
}
