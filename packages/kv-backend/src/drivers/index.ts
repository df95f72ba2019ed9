import { MnemeError } from '@mneme/core/contract';
import { nodeTooOld } from '@mneme/core/node-version';
import type { Driver } from './driver.ts';

export type { Database, Driver, Statement } from './driver.ts';

/** Loaded when asked for: what is not chosen need not be installed, nor fit this Node. */
const drivers = {
  'better-sqlite3': () => import('./better-sqlite3.ts'),
  'better-sqlite3-multiple-ciphers': () => import('./multiple-ciphers.ts'),
  'node:sqlite': () => import('./node-sqlite.ts'),
} satisfies Record<string, () => Promise<{ driver: Driver }>>;

export type DriverName = keyof typeof drivers;

export const driverNames = Object.keys(drivers) as DriverName[];

export async function loadDriver(name: DriverName): Promise<Driver> {
  // Here too, for whoever starts the worker: an old Node would die of the native module without a word.
  const fault = nodeTooOld(process.versions.node);
  if (fault !== undefined) throw new MnemeError('unsupported', fault);
  try {
    return (await drivers[name]()).driver;
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

/** The one that takes a key. It reads and writes plain files as well. */
const encrypting = 'better-sqlite3-multiple-ciphers';

let claimed: DriverName | undefined;

/**
 * Takes the driver for this process, which cannot have two: a file that one library closes loses the locks that another one
 * holds on it in the same process.
 */
export function claimDriver(
  asked: DriverName | undefined,
  { encrypts }: { encrypts: boolean },
): DriverName {
  if (encrypts && asked !== undefined && asked !== encrypting) {
    throw new MnemeError(
      'unsupported',
      `driver is '${asked}', which knows no keys: leave driver out, or give '${encrypting}'`,
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
    `driver is '${name}', and this process uses '${claimed}' already: two SQLite libraries in one process take each other's locks of a file away, so ${advice}`,
    { field: 'driver' },
  );
}

/** For a file of another program: what this process uses, and nothing is claimed. */
export function driverToRead(): DriverName {
  return claimed ?? 'better-sqlite3';
}
