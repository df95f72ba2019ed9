/** What is looked for in every text, by default. */
export const secretKinds = [
  'password',
  'private_key',
  'api_key',
  'token',
  'webhook',
  'card_number',
  'iban',
  'identity_number',
] as const;

/** What tells of a person, and is looked for only where a policy names it. */
export const personalKinds = ['email', 'phone', 'address'] as const;

/** A kind of what is looked for. */
export type SecretKind = (typeof secretKinds)[number] | (typeof personalKinds)[number];

/** Where a secret stands in a text: UTF-16 positions, `end` exclusive. What announces it is not part of it. */
export interface SecretFinding {
  kind: SecretKind;
  start: number;
  end: number;
}

/** What stands in a masked text in place of a secret. */
export function maskOf(kind: SecretKind): string {
  return `[${kind} removed]`;
}

/** Earlier versions wrote some kinds with a dash. */
export const maskPattern = new RegExp(
  `\\[(?:${[...secretKinds, ...personalKinds].join('|').replaceAll('_', '[_-]')}) removed\\]`,
  'g',
);
