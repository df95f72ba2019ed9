/** Real PostgreSQL servers on loopback, for tests, benchmarks and drills. */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endProcess, freePort } from './own-process.mjs';

/**
 * A database that may be filled. `stop` ends it and removes its folder; it leaves alone a server that was there before.
 *
 * @typedef {{ url: string, stop(): Promise<void> }} PostgresServer
 */

/**
 * A server of our own, which may be killed (an immediate stop: what a power cut does to a process) and started again on
 * the same folder and port.
 *
 * @typedef {PostgresServer & { port: number, kill(): Promise<void>, start(): Promise<void> }} OwnPostgresServer
 */

const debianFolder = '/usr/lib/postgresql';

/** The folder of `postgres` and `initdb`: the newest of Debian's, else one on the PATH. */
function binaries() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debianFolder, version, 'bin'));
  return [...folders, ...(process.env.PATH ?? '').split(delimiter)].find((folder) =>
    existsSync(join(folder, 'postgres')),
  );
}

/** PostgreSQL refuses to run as root: then the user `postgres` runs it. */
function ownUser() {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }).toString());
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/**
 * Why no server of our own can be started; undefined where one can.
 *
 * @returns {string | undefined}
 */
export function whyNoBinary() {
  if (binaries() === undefined)
    return 'no postgres under /usr/lib/postgresql or on the PATH: install PostgreSQL 13 or newer';
  try {
    ownUser();
    return undefined;
  } catch {
    return 'PostgreSQL does not run as root, and there is no user postgres to run it';
  }
}

/**
 * Why there is no PostgreSQL server to test with; undefined if there is one.
 *
 * @returns {string | undefined}
 */
export function whyNoPostgres() {
  if (process.env.PG_URL) return undefined;
  const reason = whyNoBinary();
  return reason && `${reason}, or set PG_URL`;
}

/**
 * The server of `PG_URL`, else one of our own.
 *
 * @returns {Promise<PostgresServer>}
 */
export async function anyPostgres() {
  const { PG_URL: url } = process.env;
  return url ? { url, stop: async () => {} } : startPostgres();
}

/**
 * One server in a temporary folder.
 *
 * @param {{ durable?: boolean }} options durable: what was committed outlives a kill of the machine too. Default: false, it is faster.
 * @returns {Promise<OwnPostgresServer>}
 */
export async function startPostgres({ durable = false } = {}) {
  const bin = binaries();
  const user = ownUser();
  const folder = mkdtempSync(join(tmpdir(), 'mneme-postgres-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const environment = { env: { ...process.env, LC_ALL: 'C' }, ...user };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-locale'],
    { stdio: 'pipe', cwd: folder, ...environment },
  );
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let child;
  const endAtExit = () => child?.kill('SIGQUIT');
  process.once('exit', endAtExit);
  const start = async () => {
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      fsync: durable ? 'on' : 'off',
      max_connections: 100,
      shared_buffers: '64MB',
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    child = spawn(join(bin, 'postgres'), ['-D', folder, ...flags], {
      stdio: 'ignore',
      cwd: folder,
      ...environment,
    });
    await untilReady(folder, child);
  };
  const kill = () => endProcess(child, 'SIGQUIT');
  await start();
  return {
    url,
    port,
    start,
    kill,
    async stop() {
      await kill();
      process.removeListener('exit', endAtExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server writes into a file how far it is. */
async function untilReady(folder, child) {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`postgres ended at once, with ${child.exitCode}`);
    try {
      const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
      if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return;
    } catch {
      // It has not written it yet.
    }
    await pause(20);
  }
  throw new Error(`postgres in ${folder} was not ready within 60 s`);
}
