import { setTimeout as pause } from 'node:timers/promises';
import { MnemeError } from '@mneme/core/contract';
import { QdrantClient } from '@qdrant/js-client-rest';
import { isPassing, readFailure, translateFailure } from './errors.ts';
import type { BackendSettings } from './options.ts';

const maxAttempts = 3;
const firstPauseMs = 100;

/**
 * One server: sends requests within the time limit, repeats those that may be repeated, and throws MnemeErrors. Every
 * write of this package is conditional, so a repetition changes nothing.
 */
export class Connection {
  readonly settings: BackendSettings;
  readonly #client: QdrantClient;

  constructor(settings: BackendSettings) {
    this.settings = settings;
    const { url, apiKey, timeoutMs } = settings;
    const { protocol, pathname } = new URL(url);
    this.#client = new QdrantClient({
      url: new URL(url).origin,
      port: protocol === 'https:' ? 443 : 80,
      prefix: pathname === '/' ? undefined : pathname,
      timeout: timeoutMs,
      checkCompatibility: false,
      headers: {
        // Compressed answers come in chunks, which Qdrant sends about 40 ms late.
        'accept-encoding': 'identity',
        // As a custom header, because the client would warn on the console about a key without TLS.
        ...(apiKey === undefined ? {} : { 'api-key': apiKey }),
      },
    });
  }

  /** Server and collection, for messages. */
  get where(): string {
    return `${this.settings.url}, collection ${this.settings.collection}`;
  }

  /** Runs one request: repeated with growing, random pauses after a temporary failure. */
  async request<T>(send: (client: QdrantClient) => Promise<T>): Promise<T> {
    const { timeoutMs } = this.settings;
    const deadline = performance.now() + timeoutMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return await withinDeadline(send(this.#client), deadline);
      } catch (error) {
        const failure = readFailure(error);
        const waitMs =
          failure.retryAfterMs ?? firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
        const late = performance.now() + waitMs >= deadline;
        if (
          MnemeError.isInstance(error) ||
          !isPassing(failure) ||
          attempt === maxAttempts ||
          late
        ) {
          throw translateFailure(error, this.where, timeoutMs);
        }
        await pause(waitMs);
      }
    }
  }

  /** Like {@link request}; undefined if the server has no such thing. */
  async find<T>(send: (client: QdrantClient) => Promise<T>): Promise<T | undefined> {
    return this.request(async (client) => {
      try {
        return await send(client);
      } catch (error) {
        if (readFailure(error).status === 404) return undefined;
        throw error;
      }
    });
  }
}

/** The client applies its limit to each attempt; the caller's limit is for all. */
async function withinDeadline<T>(work: Promise<T>, deadline: number): Promise<T> {
  const cancel = new AbortController();
  const late = pause(Math.max(0, deadline - performance.now()), undefined, {
    signal: cancel.signal,
  }).then(() => {
    throw new DOMException('the time limit passed', 'TimeoutError');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => {}); // The pause ends by cancelling, which is no failure.
    cancel.abort();
  }
}
