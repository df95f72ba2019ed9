/** Real Qdrant servers on loopback, for tests, benchmarks and drills. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endProcess, freePort } from './own-process.mjs';

/**
 * A Qdrant that may be filled. `stop` ends it and removes its folder; it leaves alone a server that was there before.
 *
 * @typedef {{ url: string, apiKey?: string, stop(): Promise<void> }} QdrantServer
 */

/**
 * A server of our own, which may be killed (SIGKILL: what a power cut does to a process) and started again on the same
 * folder and ports.
 *
 * @typedef {QdrantServer & { folder: string, kill(): Promise<void>, start(): Promise<void> }} OwnQdrantServer
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
 * @returns {Promise<QdrantServer>}
 */
export async function anyQdrant() {
  const { QDRANT_URL: url, QDRANT_API_KEY: apiKey } = process.env;
  if (url) return { url, apiKey: apiKey || undefined, stop: async () => {} };
  return startQdrant();
}

/**
 * One server in a temporary folder.
 *
 * @param {{
 *   apiKey?: string,
 *   args?: string[], // For a node of a cluster: what stands behind `qdrant`.
 *   environment?: Record<string, string>, // Further settings of the server, as its environment takes them.
 *   wait?: boolean, // Until it is ready, at each start. Default: true.
 * }} options
 * @returns {Promise<OwnQdrantServer>}
 */
export async function startQdrant({ apiKey, args = [], environment = {}, wait = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-qdrant-'));
  const [http, grpc] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${http}`;
  let child;
  const end = () => child?.kill('SIGKILL');
  process.once('exit', end);
  const start = async () => {
    child = spawn('qdrant', ['--disable-telemetry', ...args], {
      cwd: folder,
      stdio: 'ignore',
      env: {
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
      },
    });
    if (wait) await untilReady(url, { child });
  };
  const kill = () => endProcess(child, 'SIGKILL');
  await start();
  return {
    url,
    apiKey,
    folder,
    start,
    kill,
    async stop() {
      await kill();
      process.removeListener('exit', end);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Rejects after this many seconds, or when the given process ends. */
export async function untilReady(url, { child, seconds = 60 } = {}) {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    if (child && child.exitCode !== null)
      throw new Error(`qdrant ended at once, with ${child.exitCode}`);
    try {
      if ((await fetch(`${url}/readyz`)).ok) return;
    } catch {
      // Nothing listens yet.
    }
    await pause(50);
  }
  throw new Error(`qdrant at ${url} was not ready within ${seconds} s`);
}
