import { MnemeError } from '@mneme/core';
import type { Output } from './output.ts';

/** Says on standard error that the inspector failed. Messages of a database may hold what was written, so only its name. */
export function noteError({ note }: Output): (error: unknown) => void {
  return (error) => {
    if (MnemeError.isInstance(error)) return note(`mneme: ${error.message} [${error.code}]`);
    const { name = 'Error', code = '' } = (error ?? {}) as { name?: string; code?: string };
    note(`mneme: the inspector failed: ${name} ${code}`.trim());
  };
}
