export * from './gate.ts';
export { nextTurn } from './in-turns.ts';
export {
  guardedKinds,
  readSecretPolicy,
  type SecretAction,
  type SecretPolicy,
  secretActions,
} from './policy.ts';
