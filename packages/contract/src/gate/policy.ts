import { personalKinds, type SecretKind, secretKinds } from '@mneme/secrets';
import { MnemeError } from '../interfaces/index.ts';

/** What happens to a text with a secret: it is refused, stored with the secret masked, or stored as it is. */
export type SecretAction = 'reject' | 'mask' | 'allow';

/**
 * One action for all secrets, or one for each kind. Personal data (`email`, `phone`, `address`) only if it is named.
 */
export type SecretPolicy =
  | SecretAction
  | {
      /** For the kinds that are not named. Default: `reject`. */
      default?: SecretAction;
      /** Actions of single kinds, and those for personal data. */
      kinds?: Partial<Record<SecretKind, SecretAction>>;
    };

/** What a policy may do with a kind of secret. */
export const secretActions: readonly SecretAction[] = ['reject', 'mask', 'allow'];

const allKinds = [...secretKinds, ...personalKinds];

/** What a policy does with a kind. */
export function actionFor(policy: SecretPolicy, kind: SecretKind): SecretAction {
  if (typeof policy === 'string') return isPersonal(kind) ? 'allow' : policy;
  return policy.kinds?.[kind] ?? (isPersonal(kind) ? 'allow' : (policy.default ?? 'reject'));
}

/** The kinds that a policy refuses or masks. */
export function guardedKinds(policy: SecretPolicy): ReadonlySet<SecretKind> {
  return new Set(allKinds.filter((kind) => actionFor(policy, kind) !== 'allow'));
}

export function isPersonal(kind: SecretKind): boolean {
  return (personalKinds as readonly string[]).includes(kind);
}

/**
 * Parses a policy from one line, as in options and environment variables: `mask`, or
 * `reject,card_number=mask,email=mask`. Throws `invalid_input` for the given field.
 */
export function readSecretPolicy(text: string, field: string): SecretPolicy {
  const policy: { default?: SecretAction; kinds: Partial<Record<SecretKind, SecretAction>> } = {
    kinds: {},
  };
  for (const part of text.split(',').map((one) => one.trim())) {
    const [name, word] = part.includes('=') ? part.split('=', 2) : [undefined, part];
    const action = secretActions.find((one) => one === word);
    const kind = allKinds.find((one) => one === name);
    if (action === undefined) throw wrong(field, part, `give ${secretActions.join(', ')}`);
    if (name === undefined) policy.default = action;
    else if (kind !== undefined) policy.kinds[kind] = action;
    else throw wrong(field, part, `kinds are ${allKinds.join(', ')}`);
  }
  if (Object.keys(policy.kinds).length === 0) return policy.default ?? 'reject';
  return policy;
}

function wrong(field: string, part: string, advice: string): MnemeError {
  return new MnemeError('invalid_input', [
    {
      field,
      problem: `has ${JSON.stringify(part)}: ${advice}; or a list such as reject,card_number=mask`,
    },
  ]);
}
