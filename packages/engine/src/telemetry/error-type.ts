import { MnemeError } from '../contract/index.ts';

/** What kind of error it is, in one of few words: the code of ours, else the name of its class. */
export function errorType(error: unknown): string {
  if (MnemeError.isInstance(error)) return error.code;
  return error instanceof Error ? error.name : '_OTHER';
}
