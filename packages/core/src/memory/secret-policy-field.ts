import { type SecretAction, type SecretPolicy, secretActions } from '@mneme/engine/gate';
import { choice, form, type Parse, parseChoice } from '@mneme/engine/input';
import { personalKinds, type SecretKind, secretKinds } from '@mneme/secrets';

const action = choice(secretActions);

const table = form({
  default: action,
  kinds: form(
    Object.fromEntries([...secretKinds, ...personalKinds].map((kind) => [kind, action])) as Record<
      SecretKind,
      Parse<SecretAction>
    >,
  ),
});

/** Checks a policy for secrets from outside. Throws `invalid_input` that names the wrong part. */
export const parseSecretPolicy: Parse<SecretPolicy> = (value, field) =>
  typeof value === 'object' && value !== null
    ? table(value, field)
    : parseChoice(value, field, secretActions);
