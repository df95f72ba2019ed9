/** The kinds that are looked for by default. */
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

/** Personal data, looked for only if a policy names it. */
export const personalKinds = ['email', 'phone', 'address'] as const;

/** A kind of secret or personal data. */
export type SecretKind = (typeof secretKinds)[number] | (typeof personalKinds)[number];

/** A range of a text: UTF-16 positions, `end` exclusive. */
export interface Place {
  start: number;
  end: number;
}

/** The position of a secret in a text. Its label is not included. */
export interface SecretFinding extends Place {
  kind: SecretKind;
}

/** Replaces a secret in a masked text. */
export function maskOf(kind: SecretKind): string {
  return `[${kind} removed]`;
}

/** Earlier versions wrote some kinds with a dash. */
export const maskPattern = new RegExp(
  `\\[(?:${[...secretKinds, ...personalKinds].join('|').replaceAll('_', '[_-]')}) removed\\]`,
  'g',
);
