import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { AppContext } from './environment.ts';

/** Node's objects for a request; undefined if the app is called without a socket. */
export function exchangeOf(
  context: AppContext,
): { incoming: IncomingMessage; outgoing: ServerResponse } | undefined {
  const { incoming, outgoing } = (context.env ?? {}) as Partial<HttpBindings>;
  if (incoming === undefined || outgoing === undefined) return undefined;
  return { incoming: incoming as IncomingMessage, outgoing: outgoing as ServerResponse };
}

/** Whether an announced body has not arrived completely. */
export function hasUnreadBody(context: AppContext): boolean {
  const incoming = exchangeOf(context)?.incoming;
  if (incoming === undefined || incoming.complete) return false;
  return (
    incoming.headers['transfer-encoding'] !== undefined ||
    Number(incoming.headers['content-length'] ?? 0) > 0
  );
}

/** The address of the connection: that of the client, or of a proxy. */
export function addressOf(context: AppContext): string {
  return exchangeOf(context)?.incoming.socket.remoteAddress ?? '';
}

/**
 * Calls back once, when the operating system has the last byte of the answer or the connection is closed. A client that
 * does not read the answer within `limitMs` is disconnected.
 */
export function whenSent(context: AppContext, limitMs: number, sent: () => void): void {
  const { incoming, outgoing } = exchangeOf(context) ?? {};
  if (
    incoming === undefined ||
    outgoing === undefined ||
    outgoing.closed ||
    incoming.socket.destroyed
  ) {
    sent();
    return;
  }
  const { socket } = incoming;
  const ends = endsOf(socket);
  const cut = setTimeout(() => socket.destroy(), limitMs);
  cut.unref();
  const end = () => {
    clearTimeout(cut);
    outgoing.off('close', end);
    ends.delete(end);
    sent();
  };
  ends.add(end);
  outgoing.once('close', end);
}

/** Called when a connection closes: for an answer that waits behind others on it, node sends no event. */
function endsOf(socket: Socket): Set<() => void> {
  const known = waitingOn.get(socket);
  if (known !== undefined) return known;
  const ends = new Set<() => void>();
  waitingOn.set(socket, ends);
  socket.once('close', () => {
    for (const end of [...ends]) end();
  });
  return ends;
}

const waitingOn = new WeakMap<Socket, Set<() => void>>();

/** A header, from node's own table if there is one: a `Headers` object would cost more than the whole look-up. */
export function headerOf(context: AppContext, name: string): string | undefined {
  const incoming = exchangeOf(context)?.incoming;
  if (incoming === undefined) return context.req.header(name);
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
