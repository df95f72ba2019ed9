import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How a server stops. */
export interface StopOptions {
  /** Milliseconds for active requests to finish; those that have no answer by then get 503. Default: 7,000. */
  graceMs?: number;
  /**
   * Milliseconds of these in which new requests are still answered while a connection is open, so that a balancer has
   * time to send them elsewhere. Default: 0.
   */
  drainMs?: number;
}

/** Milliseconds for the last answers to be sent. */
const lastAnswersMs = 500;

/** Stops a server without cutting off a request. */
export class Stopping {
  readonly #server: Server;
  readonly #begun = new AbortController();
  readonly #open = new Set<Socket>();
  readonly #active = new Set<ServerResponse>();
  readonly #unanswered = new Set<(answer: Response) => void>();

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
    });
    // Before the handler, which writes the headers.
    server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
      this.#active.add(response);
      response.once('close', () => this.#active.delete(response));
      if (this.#begun.signal.aborted) response.shouldKeepAlive = false;
    });
  }

  /** Aborted when the server begins to stop. */
  get signal(): AbortSignal {
    return this.#begun.signal;
  }

  /** The answer, or 503 if it is not ready when the time is up. */
  async answer(work: Response | Promise<Response>): Promise<Response> {
    const { promise: late, resolve } = Promise.withResolvers<Response>();
    this.#unanswered.add(resolve);
    try {
      return await Promise.race([work, late]);
    } finally {
      this.#unanswered.delete(resolve);
    }
  }

  /** Every answer from now on ends its connection (`connection: close`). */
  async stop({ graceMs = 7000, drainMs = 0 }: StopOptions = {}): Promise<void> {
    const ends = performance.now() + graceMs;
    this.#begun.abort();
    for (const response of this.#active) response.shouldKeepAlive = false;
    await this.#quiet(Math.min(drainMs, graceMs));
    // Also ends idle connections.
    const closed = once(this.#server, 'close');
    this.#server.close();
    const late = setTimeout(() => this.#giveUp(), Math.max(0, ends - performance.now()));
    await closed;
    clearTimeout(late);
  }

  /** Resolves when no connection is open, at the latest after `limitMs`. */
  async #quiet(limitMs: number): Promise<void> {
    const limit = AbortSignal.timeout(limitMs);
    while (!limit.aborted) {
      const [socket] = this.#open;
      if (socket === undefined) return;
      await once(socket, 'close', { signal: limit }).catch(() => {}); // The time is up.
    }
  }

  #giveUp(): void {
    for (const resolve of this.#unanswered) resolve(stopped());
    setTimeout(() => this.#server.closeAllConnections(), lastAnswersMs).unref();
  }
}

function stopped(): Response {
  const message = 'The server stops now. The request may have been carried out or not. Try again.';
  const request_id = `req_${randomBytes(14).toString('hex')}`;
  return Response.json(
    { type: 'error', error: { type: 'api_error', message }, request_id },
    {
      status: 503,
      headers: { 'retry-after': '1', 'cache-control': 'no-store', 'request-id': request_id },
    },
  );
}
