import pg from 'pg';
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
  } as pg.PoolConfig);
  pool.on('connect', (client) => {
    client.query(serverKeepAlive).catch(() => {}); // The next statement fails too.
  });
  // The next call replaces an idle connection that breaks.
  pool.on('error', () => {});
  return pool;
}
