import type { ConflictPolicy } from '@mneme/core';
import { parseChoice } from '@mneme/core/input';

/** The words of the command line and of JSON for the policies. */
const conflictPolicies = {
  supersede: 'supersede',
  merge: 'merge',
  'keep-both': 'keepBoth',
  reject: 'reject',
  upsert: 'upsert',
} as const satisfies Record<string, ConflictPolicy>;

/** What a text does that collides with a stored one, as it is written outside of code. */
export const conflictPolicyNames = Object.keys(
  conflictPolicies,
) as (keyof typeof conflictPolicies)[];

/** Reads a policy as it is written outside of code. */
export function conflictPolicy(word: string, field: string): ConflictPolicy {
  return conflictPolicies[parseChoice(word, field, conflictPolicyNames)];
}
