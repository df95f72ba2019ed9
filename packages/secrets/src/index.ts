export * from './find-secrets.ts';
export {
  maskOf,
  personalKinds,
  type SecretFinding,
  type SecretKind,
  secretKinds,
} from './finding.ts';
export * from './mask-secrets.ts';
export * from './steps.ts';
