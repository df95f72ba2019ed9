import { gate, gateText, type SecretPolicy } from '@mneme/engine/gate';

/** The text as the policy allows it: unchanged, masked, or not at all (`secret_refused`). */
export function guardSecrets(text: string, policy: SecretPolicy): Promise<string> {
  return gateText(text, policy);
}

/** Throws `secret_refused` if a path or a file name contains a secret. Names are never masked. */
export function guardPath(path: string, policy: SecretPolicy): void {
  gate({ path }, policy);
}
