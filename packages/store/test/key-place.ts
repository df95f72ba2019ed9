import { Lifecycle } from '@mneme/core/contract';
import { type KeyGround, keysOf } from '../src/keys/index.ts';
import type { Rows } from '../src/rows/rows.ts';
import { tables } from '../src/tables.ts';

/** Server keys alone over rows. */
export async function keyPlace(rows: Rows) {
  const life = new Lifecycle<KeyGround>('the store');
  await life.open(async () => {
    await rows.open(tables);
    return { rows };
  });
  return { keys: keysOf(life), close: () => life.close(() => rows.close()) };
}
