import type { ConflictPolicy } from '@mneme/core';
import { choice } from '@mneme/core/input';

/** The command line's and JSON's words for the policies. */
const conflictPolicies = {
  supersede: 'supersede',
  merge: 'merge',
  'keep-both': 'keepBoth',
  reject: 'reject',
  upsert: 'upsert',
} as const satisfies Record<string, ConflictPolicy>;

/** Words for what to do with a text that conflicts with a stored one. */
export const conflictPolicyNames = Object.keys(
  conflictPolicies,
) as (keyof typeof conflictPolicies)[];

/** Parses the word of a policy. */
export function conflictPolicy(word: string, field: string): ConflictPolicy {
  return conflictPolicies[choice(conflictPolicyNames)(word, field)];
}
