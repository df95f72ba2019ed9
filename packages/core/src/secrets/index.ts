export { findSecrets, maskSecrets, type SecretPolicy } from './find-secrets.ts';
