/** Real Qdrant servers on loopback, for tests, benchmarks and drills. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, ownServer } from './own-process.mjs';

/**
 * @typedef {import('./own-process.mjs').DatabaseServer} QdrantServer
 * @typedef {import('./own-process.mjs').OwnServer} OwnQdrantServer
 */

/**
 * Why no server of our own can be started; undefined where one can.
 *
 * @returns {string | undefined}
 */
export function whyNoBinary() {
  try {
    execFileSync('qdrant', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'no qdrant binary on the PATH: install Qdrant 1.18 (https://github.com/qdrant/qdrant/releases)';
  }
}

/**
 * Why there is no Qdrant to test with; undefined if there is one.
 *
 * @returns {string | undefined}
 */
export function whyNoQdrant() {
  if (process.env.QDRANT_URL) return undefined;
  const reason = whyNoBinary();
  return (
    reason && `${reason}, or set QDRANT_URL (docker compose up -d gives http://127.0.0.1:6333)`
  );
}

/**
 * The server of `QDRANT_URL` (with `QDRANT_API_KEY`), else one of our own.
 *
 * @param {{ durable?: boolean }} options
 * @returns {Promise<QdrantServer>}
 */
export async function anyQdrant({ durable } = {}) {
  const { QDRANT_URL: url, QDRANT_API_KEY: apiKey } = process.env;
  if (url) return { url, apiKey: apiKey || undefined, stop: async () => {} };
  return startQdrant({ durable });
}

/** Qdrant waits for the disk at each write, and has no setting against it. */
const memoryDisk = '/dev/shm';

function hasRoom(folder) {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 4 * 1024 ** 3;
}

/**
 * One server in a temporary folder.
 *
 * @param {{
 *   apiKey?: string,
 *   durable?: boolean, // What was committed outlives a kill of the machine too. Default: false, it is faster.
 *   args?: string[], // For a node of a cluster: arguments of `qdrant`.
 *   environment?: Record<string, string>, // Further settings of the server, as its environment takes them.
 *   wait?: boolean, // Until it is ready, at each start. Default: true.
 * }} options
 * @returns {Promise<OwnQdrantServer>}
 */
export async function startQdrant(options = {}) {
  const { apiKey, durable = false, args = [], environment = {}, wait = true } = options;
  const place = !durable && hasRoom(memoryDisk) ? memoryDisk : tmpdir();
  const folder = mkdtempSync(join(place, 'mneme-qdrant-'));
  const [http, grpc] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${http}`;
  const env = {
    ...process.env,
    QDRANT__LOG_LEVEL: 'ERROR',
    QDRANT__TELEMETRY_DISABLED: 'true',
    QDRANT__SERVICE__HOST: '127.0.0.1',
    QDRANT__SERVICE__HTTP_PORT: String(http),
    QDRANT__SERVICE__GRPC_PORT: String(grpc),
    QDRANT__STORAGE__STORAGE_PATH: join(folder, 'storage'),
    QDRANT__STORAGE__SNAPSHOTS_PATH: join(folder, 'snapshots'),
    ...(apiKey === undefined ? {} : { QDRANT__SERVICE__API_KEY: apiKey }),
    ...environment,
  };
  const server = await ownServer({
    folder,
    spawn: () =>
      spawn('qdrant', ['--disable-telemetry', ...args], { cwd: folder, stdio: 'ignore', env }),
    isReady: async () => !wait || (await fetch(`${url}/readyz`)).ok,
    signal: 'SIGKILL',
  });
  return { ...server, url, apiKey };
}
