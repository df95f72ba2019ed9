export { findSecrets, maskSecrets } from './find-secrets.ts';
