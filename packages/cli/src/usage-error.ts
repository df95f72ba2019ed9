import { type AnyValues, dashed } from './options.ts';

/** The command line is invalid: exit code 2. */
export class UsageError extends Error {
  /** The wrong option or argument. */
  readonly field?: string;

  constructor(message: string, field?: string) {
    super(message);
    this.name = 'UsageError';
    this.field = field;
  }
}

/** Throws if an option without meaning here is given. `why` follows its name: "is for …". */
export function refuseOptions(values: AnyValues, names: readonly string[], why: string): void {
  const given = names.find((name) => values[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${dashed(given)} ${why}`, given);
}
