import { choice, form, type Parse, parseChoice } from '../input/index.ts';
import {
  personalKinds,
  type SecretAction,
  type SecretKind,
  type SecretPolicy,
  secretActions,
  secretKinds,
} from '../secrets/index.ts';

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

/** Checks a policy for secrets that comes from outside. Throws `invalid_input` with the place that is wrong. */
export const parseSecretPolicy: Parse<SecretPolicy> = (value, field) =>
  typeof value === 'object' && value !== null
    ? table(value, field)
    : parseChoice(value, field, secretActions);
