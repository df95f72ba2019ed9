import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A Qdrant that tests may fill. */
export interface QdrantServer {
  url: string;
  apiKey?: string;
  /** Ends it and removes its folder; leaves alone a server that was there before. */
  stop(): Promise<void>;
}

/** A server of our own, which may be killed and started again on the same folder and ports. */
export interface OwnQdrantServer extends QdrantServer {
  folder: string;
  /** SIGKILL: what a power cut does to a process. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export interface ServerOptions {
  apiKey?: string;
  /** Further settings of the server, as its environment takes them. */
  environment?: Record<string, string>;
  /** For a node of a cluster: what stands behind `qdrant`. */
  arguments?: string[];
  ports?: { http: number; grpc: number };
  /** Keep what is there from an earlier start. Default: a new temporary folder. */
  folder?: string;
}

/** Why no server of our own can be started; undefined where one can. */
export function whyNoBinary(): string | undefined {
  try {
    execFileSync('qdrant', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'no qdrant binary on the PATH: install Qdrant 1.18 (https://github.com/qdrant/qdrant/releases)';
  }
}

/** Why there is no Qdrant to test against; undefined where there is one. */
export function whyNoQdrant(): string | undefined {
  if (process.env.QDRANT_URL) return undefined;
  const reason = whyNoBinary();
  return (
    reason && `${reason}, or set QDRANT_URL (docker compose up -d gives http://127.0.0.1:6333)`
  );
}

/** The server of `QDRANT_URL` (with `QDRANT_API_KEY`), else one of our own. */
export async function anyQdrant(): Promise<QdrantServer> {
  const { QDRANT_URL: url, QDRANT_API_KEY: apiKey } = process.env;
  if (url) return { url, apiKey: apiKey || undefined, stop: async () => {} };
  return startQdrant();
}

export async function startQdrant(options: ServerOptions = {}): Promise<OwnQdrantServer> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'mneme-qdrant-')));
  const ports = options.ports ?? { http: await freePort(), grpc: await freePort() };
  const url = `http://127.0.0.1:${ports.http}`;
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const exited = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await exited;
  };
  const server: OwnQdrantServer = {
    url,
    apiKey: options.apiKey,
    folder,
    async start() {
      child = spawn('qdrant', ['--disable-telemetry', ...(options.arguments ?? [])], {
        cwd: folder,
        stdio: 'ignore',
        env: {
          ...process.env,
          QDRANT__LOG_LEVEL: 'ERROR',
          QDRANT__TELEMETRY_DISABLED: 'true',
          QDRANT__SERVICE__HOST: '127.0.0.1',
          QDRANT__SERVICE__HTTP_PORT: String(ports.http),
          QDRANT__SERVICE__GRPC_PORT: String(ports.grpc),
          QDRANT__STORAGE__STORAGE_PATH: join(folder, 'storage'),
          QDRANT__STORAGE__SNAPSHOTS_PATH: join(folder, 'snapshots'),
          ...(options.apiKey === undefined ? {} : { QDRANT__SERVICE__API_KEY: options.apiKey }),
          ...options.environment,
        },
      });
      const started = child;
      process.once('exit', () => started.kill('SIGKILL'));
      await untilReady(url, started);
    },
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error(`qdrant ended at once, with ${child.exitCode}`);
    try {
      if ((await fetch(`${url}/readyz`)).ok) return;
    } catch {
      // Nothing listens yet.
    }
    await pause(50);
  }
  throw new Error(`qdrant at ${url} was not ready within 30 s`);
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : 0),
      );
    });
  });
}
