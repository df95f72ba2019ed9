import { MnemeError } from '@mneme/core/contract';

export function damaged(what: string): MnemeError {
  return new MnemeError(
    'damaged',
    `${what} is damaged in its file: what is stored is not what was written. Restore the file from a backup, or delete it and store it again`,
  );
}
