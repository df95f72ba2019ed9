export type SecretKind =
  | 'password'
  | 'private-key'
  | 'api-key'
  | 'token'
  | 'webhook'
  | 'card-number'
  | 'iban';

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

export const maskPattern =
  /\[(?:password|private-key|api-key|token|webhook|card-number|iban) removed\]/g;
