import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Limits the number of open connections. One connection too many replaces the one that has been idle longest, so idle
 * connections cannot lock out active clients. A connection with an active request is never closed.
 */
export function boundConnections(server: Server, most: number): void {
  const requests = new Map<Socket, number>();
  /** Longest idle first. */
  const idle = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    if (requests.size >= most) {
      const [oldest] = idle;
      if (oldest === undefined) {
        socket.destroy();
        return;
      }
      forget(oldest);
      oldest.destroy();
    }
    requests.set(socket, 0);
    idle.add(socket);
    socket.once('close', () => forget(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    change(socket, 1);
    response.once('close', () => change(socket, -1));
  });

  function change(socket: Socket, by: number): void {
    const active = requests.get(socket);
    if (active === undefined) return;
    requests.set(socket, active + by);
    if (active + by > 0) idle.delete(socket);
    else idle.add(socket);
  }

  function forget(socket: Socket): void {
    requests.delete(socket);
    idle.delete(socket);
  }
}
