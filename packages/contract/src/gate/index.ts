export * from './gate.ts';
export {
  guardedKinds,
  readSecretPolicy,
  type SecretAction,
  type SecretPolicy,
  secretActions,
} from './policy.ts';
