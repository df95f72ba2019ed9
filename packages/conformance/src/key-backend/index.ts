export {
  type KeyBackendCase,
  type KeyBackendNeed,
  type KeyBackendStore,
  keyBackendCases,
} from './cases.ts';
export { checkKeyBackend, type KeyBackendSuiteOptions, keyBackendSuite } from './suite.ts';
