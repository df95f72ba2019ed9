import { MnemeError } from '@mneme/core';
import type { Output } from './output.ts';

/**
 * Prints an error of the inspector on standard error. Only its name, because messages of a database may contain stored
 * text.
 */
export function noteError({ note }: Output): (error: unknown) => void {
  return (error) => {
    if (MnemeError.isInstance(error)) return note(`mneme: ${error.message} [${error.code}]`);
    const { name = 'Error', code = '' } = (error ?? {}) as { name?: string; code?: string };
    note(`mneme: the inspector failed: ${name} ${code}`.trim());
  };
}
