import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL server for one test file. */
export interface Postgres {
  address: string;
  sql(statements: string): void;
  stop(): void;
}

/** Undefined if PostgreSQL is not installed or cannot be started. */
export async function startPostgres(): Promise<Postgres | undefined> {
  const bin = binaries();
  if (bin === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'mneme-postgres-'));
  // PostgreSQL refuses to run as root; its package creates a user for it.
  const owner = process.getuid?.() === 0 ? ownerOf() : undefined;
  if (process.getuid?.() === 0 && owner === undefined) return undefined;
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const run = (program: string, ...argv: string[]) =>
    execFileSync(join(bin, program), argv, {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    });
  const port = await freePort();
  const data = join(folder, 'data');
  run('initdb', '-D', data, '-U', 'mneme', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  run(
    'pg_ctl',
    '-D',
    data,
    '-w',
    '-l',
    join(folder, 'log'),
    '-o',
    `-p ${port} -h 127.0.0.1 -k ${folder} -F`,
    'start',
  );
  const address = `postgresql://mneme@127.0.0.1:${port}/postgres`;
  return {
    address,
    sql: (statements) => run('psql', '-q', '-v', 'ON_ERROR_STOP=1', address, '-c', statements),
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function binaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  try {
    const [newest] = readdirSync(debian).sort().reverse();
    return newest === undefined ? undefined : join(debian, newest, 'bin');
  } catch {
    const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
    return status === 0 ? stdout.trim() : undefined;
  }
}

function ownerOf(): { uid: number; gid: number } | undefined {
  const id = (flag: string) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
  if (id('-u').status !== 0) return undefined;
  return { uid: Number(id('-u').stdout), gid: Number(id('-g').stdout) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
