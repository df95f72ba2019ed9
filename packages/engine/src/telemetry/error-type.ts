import { MnemeError } from '../contract/index.ts';

/** The type of an error for telemetry: Mneme's code, else the name of its class. */
export function errorType(error: unknown): string {
  if (MnemeError.isInstance(error)) return error.code;
  return error instanceof Error ? error.name : '_OTHER';
}
