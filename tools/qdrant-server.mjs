/** Starts real Qdrant servers on loopback for benchmarks and drills. The tests have a helper of their own. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export function hasBinary() {
  try {
    execFileSync('qdrant', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export const noBinary =
  'skipped: no qdrant binary on the PATH; install Qdrant 1.18 (https://github.com/qdrant/qdrant/releases)';

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** One server with a temporary folder. `stop` ends it and removes the folder. */
export async function startQdrant({ args = [], environment = {}, wait = true } = {}) {
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
        ...environment,
      },
    });
    if (wait) await untilReady(url);
  };
  const kill = async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    end();
    await exited;
  };
  await start();
  return {
    url,
    start,
    kill,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await kill();
      process.removeListener('exit', end);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function untilReady(url, { seconds = 60 } = {}) {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    try {
      if ((await fetch(`${url}/readyz`)).ok) return;
    } catch {
      // Nothing listens yet.
    }
    await pause(50);
  }
  throw new Error(`qdrant at ${url} was not ready within ${seconds} s`);
}

/** `QDRANT_URL`, else a server of our own; undefined, with the reason printed, where there is neither. */
export async function anyQdrant() {
  if (process.env.QDRANT_URL) {
    return {
      url: process.env.QDRANT_URL,
      apiKey: process.env.QDRANT_API_KEY || undefined,
      stop: async () => {},
    };
  }
  if (hasBinary()) return startQdrant();
  console.log(`${noBinary}, or set QDRANT_URL`);
  return undefined;
}
