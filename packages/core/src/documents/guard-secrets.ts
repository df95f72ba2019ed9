import { MnemeError } from '../contract/index.ts';
import { findSecrets, maskSecrets, type SecretPolicy } from '../secrets/index.ts';

/** The text as the policy lets it in: unchanged, masked, or not at all. */
export function guardSecrets(text: string, policy: SecretPolicy): string {
  if (policy === 'allow') return text;
  const found = findSecrets(text);
  if (found.length === 0) return text;
  if (policy === 'mask') return maskSecrets(text);
  const kinds = [...new Set(found.map(({ kind }) => kind))].join(', ');
  throw new MnemeError(
    'secret_refused',
    `content holds what looks like a secret (${kinds}): take it out; nothing was written`,
    { field: 'content' },
  );
}
