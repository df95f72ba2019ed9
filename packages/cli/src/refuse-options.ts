import type { AnyValues } from './options.ts';
import { UsageError } from './usage-error.ts';

/** Throws if an option without meaning here is given. `why` follows its name: "is for …". */
export function refuseOptions(values: AnyValues, names: readonly string[], why: string): void {
  const given = names.find((name) => values[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} ${why}`, { field: given });
}
