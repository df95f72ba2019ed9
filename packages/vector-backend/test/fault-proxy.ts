import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the proxy does to a request or its answer. */
export type Fault =
  | { kind: 'status'; status: number; error: string; headers?: Record<string, string> }
  /** Never answers. */
  | { kind: 'hang' }
  /** Cuts the connection before the server receives the request. */
  | { kind: 'cut' }
  /** The server executes it, and its answer is lost. */
  | { kind: 'loseAnswer' }
  /** Sends half of the answer, then closes. */
  | { kind: 'halfAnswer' };

export interface FaultProxy {
  url: string;
  /** All received requests, such as `POST /collections/…`, including those not passed on. */
  seen: string[];
  /** Chooses the fault for each request. Default: all pass. */
  fault:
    | ((request: { method: string; path: string; count: number }) => Fault | undefined)
    | undefined;
  close(): Promise<void>;
}

/** A proxy between a client and a server, both on loopback. */
export async function faultProxy(target: string): Promise<FaultProxy> {
  const seen: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/' } = incoming;
    seen.push(`${method} ${path}`);
    const fault = proxy.fault?.({ method, path, count: seen.length });
    if (fault?.kind === 'hang') return void incoming.resume();
    if (fault?.kind === 'cut') return void incoming.socket.destroy();
    if (fault?.kind === 'status') {
      incoming.resume();
      outgoing.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
      return void outgoing.end(JSON.stringify({ status: { error: fault.error }, time: 0 }));
    }
    pass(incoming, outgoing, { target, fault });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    fault: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { target, fault }: { target: string; fault: Fault | undefined },
): void {
  const { method, url } = incoming;
  const headers = { ...incoming.headers };
  const onward = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const body = Buffer.concat(chunks);
      if (fault?.kind === 'loseAnswer') return void incoming.socket.destroy();
      const length = { ...answer.headers, 'content-length': String(body.length) };
      delete (length as Record<string, unknown>)['transfer-encoding'];
      outgoing.writeHead(answer.statusCode ?? 500, length);
      if (fault?.kind !== 'halfAnswer') return void outgoing.end(body);
      outgoing.write(body.subarray(0, body.length / 2));
      setImmediate(() => incoming.socket.destroy());
    });
  });
  onward.on('error', () => incoming.socket.destroy());
  incoming.pipe(onward);
}
