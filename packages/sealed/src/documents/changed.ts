import { MnemeError } from '@mneme/core/contract';

/** Each part may be authentic, but of something else, or of an earlier state. */
export function changed(what: string): MnemeError {
  return new MnemeError(
    'damaged',
    `the sealed ${what} was changed in the store: restore the store from a backup, or write it again`,
  );
}
