export { findSecrets, maskSecrets, type SecretPolicy } from './find-secrets.ts';
export { type Gated, gate, gateText, secretKinds } from './gate.ts';
