import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import pg from 'pg';
import { isWithoutName } from './errors.ts';
import type { Settings } from './options.ts';

/** How long a connection may be silent before it is tested. */
const keepAliveMs = 10_000;

/**
 * For the server: the connections of a machine that has vanished end after some 20 seconds, and not after the two hours
 * of TCP.
 */
const serverKeepAlive = [
  `SET tcp_keepalives_idle TO ${keepAliveMs / 1000}`,
  'SET tcp_keepalives_interval TO 5',
  'SET tcp_keepalives_count TO 2',
  'SET tcp_user_timeout TO 20000',
].join('; ');

export function ownPool({ connectionString, connections, timeoutMs }: Settings): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: timeoutMs,
    // The transaction begins, reads and ends in one message each way.
    pipeline: true,
    application_name: 'mneme',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    Client: namingClient(),
  } as pg.PoolConfig);
  pool.on('connect', (client) => {
    client.query(serverKeepAlive).catch(() => {}); // The next statement fails too.
  });
  // The next call replaces an idle connection that breaks.
  pool.on('error', () => {});
  return pool;
}

/** A text gets a name when it is sent so often. */
const oftenEnough = 5;
/** Each connection keeps the plan of each, some 30 KB. */
const mostNames = 256;
/** Texts of which it is known how often they were sent. */
const mostTexts = 4096;

/**
 * Names the statements that are sent often, so that the server parses and plans them once for each connection, which
 * takes longer than most of them. A name is the hash of its text, and so the same for whoever shares a connection. If a
 * pooler gives each transaction another connection and does not know of names, they are given up.
 */
function namingClient(): typeof pg.Client {
  const sent = new Map<string, number>();
  const names = new Map<string, string>();
  let isOn = true;
  const nameOf = (text: string): string | undefined => {
    if (!isOn) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= mostNames) return known;
    const times = (sent.get(text) ?? 0) + 1;
    if (sent.size >= mostTexts) sent.clear();
    sent.set(text, times);
    if (times < oftenEnough) return undefined;
    sent.delete(text);
    const name = createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
    return name;
  };
  return class extends pg.Client {
    // The driver has many forms of this call. Connections use the one of `PostgresClient`.
    override query(...given: unknown[]): never {
      const query = super.query.bind(this) as (...given: unknown[]) => Promise<unknown>;
      const [text, values, ...more] = given;
      const { stream } = (this as unknown as { connection: { stream: Writable } }).connection;
      // What is sent without waiting goes out as one piece: a call of the system takes longer than a statement.
      stream.cork();
      process.nextTick(() => stream.uncork());
      const name =
        typeof text === 'string' && Array.isArray(values) && more.length === 0
          ? nameOf(text)
          : undefined;
      if (name === undefined) return query(...given) as never;
      const answer = query({ name, text, values });
      // Beside the caller's own handler: one in between would delay it, and a later statement would seem to fail first.
      answer.catch((error: unknown) => {
        if (isWithoutName(error)) isOn = false;
      });
      return answer as never;
    }
  } as typeof pg.Client;
}
