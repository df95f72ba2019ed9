import { MnemeError } from '../contract/index.ts';

/** A lost race means that another writer succeeded, so this many in a row indicate a bug. */
export const maxAttempts = 100;

/** The error after too many lost races: what other writers changed, and what this call tried to do. */
export function outrun(what: string, meanwhile: string): MnemeError {
  return new MnemeError(
    'conflict',
    `other writers changed ${what} ${maxAttempts} times in a row while ${meanwhile}: try again`,
  );
}
