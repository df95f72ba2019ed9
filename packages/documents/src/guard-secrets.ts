import { gate, gateText, type SecretPolicy } from '@mneme/engine/gate';

/** The text as the policy lets it in: unchanged, masked, or not at all (`secret_refused`). */
export function guardSecrets(text: string, policy: SecretPolicy): Promise<string> {
  return gateText(text, policy);
}

/** Throws `secret_refused` where a path or a file name holds a secret. A name is never masked. */
export function guardPath(path: string, policy: SecretPolicy): void {
  gate({ path }, policy);
}
