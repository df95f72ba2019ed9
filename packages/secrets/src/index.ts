export { findInSteps, findSecrets, type Search } from './find-secrets.ts';
export {
  maskOf,
  personalKinds,
  type SecretFinding,
  type SecretKind,
  secretKinds,
} from './finding.ts';
export { maskInSteps, maskSecrets } from './mask-secrets.ts';
export { atOnce, type Steps } from './steps.ts';
