import { MnemeError } from '@mneme/core/contract';
import { nodeTooOld } from '@mneme/core/node-version';
import { type Driver, guarded, type UnguardedDriver } from './driver.ts';

export type { Database, Driver, Statement } from './driver.ts';
export { transaction } from './driver.ts';

/** Loaded on demand: libraries that are not used need not be installed, nor fit this Node. */
const drivers = {
  'better-sqlite3': () => import('./better-sqlite3.ts'),
  'better-sqlite3-multiple-ciphers': () => import('./multiple-ciphers.ts'),
  'node:sqlite': () => import('./node-sqlite.ts'),
} satisfies Record<string, () => Promise<{ driver: UnguardedDriver }>>;

export type DriverName = keyof typeof drivers;

export const driverNames = Object.keys(drivers) as DriverName[];

export async function loadDriver(name: DriverName): Promise<Driver> {
  // Checked here too, for the thread that starts the worker: an old Node would crash in the native module.
  const fault = nodeTooOld(process.versions.node);
  if (fault !== undefined) throw new MnemeError('unsupported', fault);
  try {
    return guarded((await drivers[name]()).driver);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    const advice =
      name === encrypting
        ? `a file with a key needs it: npm install ${name}`
        : `install it; if this application is bundled, leave @mneme/sqlite out of the bundle; or choose driver: '${driverNames.find((each) => each !== name && each !== encrypting)}'`;
    throw new MnemeError(
      'missing_dependency',
      `the SQLite driver ${name} cannot be loaded (${detail.split('\n')[0]}): ${advice}`,
      { field: 'driver', cause },
    );
  }
}

/** The driver that takes a key. It reads and writes plain files too. */
const encrypting = 'better-sqlite3-multiple-ciphers';

let claimed: DriverName | undefined;

/**
 * Sets the driver of this process, which can have only one: if one library closes a file, another library's locks on it
 * in the same process are lost.
 */
export function claimDriver(
  asked: DriverName | undefined,
  { encrypts }: { encrypts: boolean },
): DriverName {
  if (encrypts && asked !== undefined && asked !== encrypting) {
    throw new MnemeError(
      'unsupported',
      `driver is '${asked}', which supports no keys: leave driver out, or give '${encrypting}'`,
      { field: 'driver' },
    );
  }
  const fallback = encrypts || claimed === encrypting ? encrypting : 'better-sqlite3';
  const name = asked ?? fallback;
  claimed ??= name;
  if (claimed === name) return name;
  const advice = encrypts
    ? `open the encrypted file before the others, or give them driver: '${encrypting}' too, which reads plain files as well`
    : 'use one driver in all of a process';
  throw new MnemeError(
    'unsupported',
    `driver is '${name}', and this process uses '${claimed}' already: two SQLite libraries in one process would remove each other's file locks, so ${advice}`,
    { field: 'driver' },
  );
}

/** For a file of another program: uses the driver of this process, without setting it. */
export function driverToRead(): DriverName {
  return claimed ?? 'better-sqlite3';
}
