import { AssertionError } from 'node:assert';
import { MnemeError } from '@mneme/core/backend';
import { expect } from 'vitest';

export const nameOf = ({ group, name }: { group: string; name: string }) => `${group} > ${name}`;

/** A comparison catches a mistake whatever its seed is. The first one is that of the suite. */
export const seedsOf = ({ group }: { group: string }) =>
  group.startsWith('answers as ') ? [1, 2] : [1];

/** Rows for `it.each`: the mistake, the case that catches it, and how it is made. */
export function mistakesOf<Break>(
  broken: Record<string, Record<string, Break>>,
): [mistake: string, caughtBy: string, breakIt: Break][] {
  return Object.entries(broken).flatMap(([caughtBy, mistakes]) =>
    Object.entries(mistakes).map(([mistake, breakIt]): [string, string, Break] => [
      mistake,
      caughtBy,
      breakIt,
    ]),
  );
}

/** The case fails by an assertion or by an error of the backend. Anything else would be a mistake of the test itself. */
export async function expectCaught(run: Promise<void>): Promise<void> {
  const failure = await run.then(
    () => 'it passed',
    (error: unknown) => error,
  );
  if (!MnemeError.isInstance(failure)) expect(failure).toBeInstanceOf(AssertionError);
}
