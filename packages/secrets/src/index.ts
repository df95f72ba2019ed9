export { findSecrets, maskSecrets } from './find-secrets.ts';
export { maskOf, personalKinds, type SecretKind, secretKinds } from './finding.ts';
