export { type Gated, gate, gateLong, gateText, secretsIn } from './gate.ts';
export { nextTurn } from './in-turns.ts';
export {
  guardedKinds,
  readSecretPolicy,
  type SecretAction,
  type SecretPolicy,
  secretActions,
} from './policy.ts';
