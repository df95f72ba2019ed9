import { MnemeError } from '@mneme/core';

/** What a log may say about a failure: messages of a database may contain what was written. */
export interface FailureCodes {
  /** Class and code: `MnemeError busy`. */
  error: string;
  /** What PostgreSQL answered: `53100`. */
  sqlstate?: string;
}

export function failureCodes(failure: unknown): FailureCodes {
  const { name = 'Error', code = '' } = (failure ?? {}) as { name?: string; code?: string };
  const sqlstate = sqlstateOf(failure);
  return { error: `${name} ${code}`.trim(), ...(sqlstate === undefined ? {} : { sqlstate }) };
}

/** The code of the server's error among the causes. Errors of the network have no severity. */
function sqlstateOf(failure: unknown): string | undefined {
  for (let cause = failure; cause instanceof Error; cause = cause.cause) {
    const { code, severity } = cause as { code?: unknown; severity?: unknown };
    if (!MnemeError.isInstance(cause) && typeof severity === 'string' && typeof code === 'string')
      return code;
  }
  return undefined;
}
