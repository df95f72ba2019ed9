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
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort, ownServer } from './own-process.mjs';

/**
 * A user `mneme`, without privileges, owns the database of `url`; `adminUrl` is for a superuser.
 * @typedef {import('./own-process.mjs').DatabaseServer & { adminUrl: string }} PostgresServer
 * @typedef {import('./own-process.mjs').OwnServer & {
 *   adminUrl: string,
 *   port: number,
 *   copy(): Promise<string>, // A folder with all its files. It is stopped for a moment.
 *   restore(from: string, change?: (folder: string) => void): Promise<void>, // Such a folder again, on the same port.
 * }} OwnPostgresServer
 */

const debianFolder = '/usr/lib/postgresql';

/** The folder of `postgres` and `initdb`: Debian's newest version, else the one on the PATH. */
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
  return url ? { url, adminUrl: url, stop: async () => {} } : startPostgres();
}

/**
 * One server in a temporary folder.
 *
 * @param {{ durable?: boolean, checksums?: boolean, from?: string, standby?: boolean }} options
 *   durable: what was committed outlives a kill of the machine too. Default: false, it is faster.
 *   checksums: it finds pages of tables that are not what was written. Default: false.
 *   from: a copy of another one. Default: it is empty.
 *   standby: it can only be read, until it is promoted. Default: false.
 * @returns {Promise<OwnPostgresServer>}
 */
export async function startPostgres({ durable = false, checksums = false, from, standby } = {}) {
  const bin = binaries();
  const user = ownUser();
  const newFolder = () => {
    const made = mkdtempSync(join(tmpdir(), 'mneme-postgres-'));
    if (user !== undefined) chownSync(made, user.uid, user.gid);
    chmodSync(made, 0o700);
    return made;
  };
  const copyFiles = (source, target) => execFileSync('cp', ['-a', `${source}/.`, target]);
  const folder = newFolder();
  const options = { cwd: folder, env: { ...process.env, LC_ALL: 'C' }, ...user };
  const fresh = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-locale'];
  if (checksums) fresh.push('--data-checksums');
  if (from === undefined) {
    execFileSync(join(bin, 'initdb'), ['-D', folder, ...fresh], { stdio: 'pipe', ...options });
    const input = 'CREATE ROLE mneme LOGIN;\nCREATE DATABASE mneme OWNER mneme;\n';
    const single = ['--single', '-D', folder, '-c', 'fsync=off', 'postgres'];
    execFileSync(join(bin, 'postgres'), single, { input, stdio: 'pipe', ...options });
  } else copyFiles(from, folder);
  if (standby) writeFileSync(join(folder, 'standby.signal'), '');
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    fsync: durable ? 'on' : 'off',
    max_connections: 100,
    shared_buffers: '64MB',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = await ownServer({
    folder,
    spawn: () =>
      spawn(join(bin, 'postgres'), ['-D', folder, ...flags], { stdio: 'ignore', ...options }),
    // The server reports its state in a file.
    isReady({ pid }) {
      const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
      const state = standby ? ['ready', 'standby'] : ['ready'];
      return Number(lines[0]) === pid && state.includes(lines[7]?.trim());
    },
    signal: 'SIGQUIT',
  });
  const copies = [];
  return {
    ...server,
    url: `postgres://mneme@127.0.0.1:${port}/mneme`,
    adminUrl: `postgres://postgres@127.0.0.1:${port}/mneme`,
    port,
    async copy() {
      const made = newFolder();
      copies.push(made);
      await server.kill();
      copyFiles(folder, made);
      await server.start();
      return made;
    },
    async restore(source, change) {
      await server.kill();
      for (const name of readdirSync(folder))
        rmSync(join(folder, name), { recursive: true, force: true });
      copyFiles(source, folder);
      change?.(folder);
      await server.start();
    },
    async stop() {
      await server.stop();
      for (const made of copies) rmSync(made, { recursive: true, force: true });
    },
  };
}
