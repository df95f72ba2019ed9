import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../../tools/qdrant-server.mjs';

/** What happens to a connection at one of its messages to the server, counted from 1. */
export interface Cut {
  /**
   * `request`: it ends before the server has the message. `answer`: the server carries it out, and the answer is lost.
   * `stall`: nothing more arrives on either side.
   */
  kind: 'request' | 'answer' | 'stall';
  message: number;
}

export interface CutProxy {
  url: string;
  /** For the connections that are made from now on. Default: none is cut. */
  cut: Cut | undefined;
  /** How many connections were cut. */
  cuts: number;
  close(): Promise<void>;
}

/** Stands between a client and a server, both on loopback. */
export async function cutProxy(target: string): Promise<CutProxy> {
  const port = await freePort();
  const url = new URL(target);
  const [host, targetPort] = [url.hostname, Number(url.port)];
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(targetPort, host);
    const { cut } = proxy;
    let messages = 0;
    let silent = false;
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.on('error', () => other.destroy());
    }
    const end = () => {
      proxy.cuts += 1;
      incoming.destroy();
    };
    incoming.on('data', (chunk: Buffer) => {
      messages += 1;
      if (silent) return;
      if (messages !== cut?.message) return void outgoing.write(chunk);
      if (cut.kind === 'request') return end();
      silent = true;
      if (cut.kind === 'answer') outgoing.write(chunk);
      else proxy.cuts += 1;
    });
    outgoing.on('data', (chunk: Buffer) => {
      if (!silent) incoming.write(chunk);
      else if (cut?.kind === 'answer') end();
    });
  });
  url.port = String(port);
  const proxy: CutProxy = {
    url: url.href,
    cut: undefined,
    cuts: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return proxy;
}
