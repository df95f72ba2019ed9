export * from './keyring/file-keyring.ts';
export type * from './keyring/keyring.ts';
export * from './seal.ts';
export { unsealed } from './unsealed.ts';
