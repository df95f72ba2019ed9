export { type FileKeyring, type FileKeyringOptions, fileKeyring } from './keyring/file-keyring.ts';
export type { Keyring } from './keyring/keyring.ts';
export { type SealOptions, sealedBackend, sealedDocuments } from './seal.ts';
export { unsealed } from './unsealed.ts';
