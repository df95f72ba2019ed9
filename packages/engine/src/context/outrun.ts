import { MnemeError } from '../contract/index.ts';

/** Each lost race means that another writer got on, so this many in a row means that something is wrong. */
export const maxAttempts = 100;

/** The error after so many: what others changed, and what was done meanwhile. */
export function outrun(what: string, meanwhile: string): MnemeError {
  return new MnemeError(
    'conflict',
    `other writers changed ${what} ${maxAttempts} times in a row while ${meanwhile}: try again`,
  );
}
