export { isSealedScope } from './ciphers.ts';
export { type FileKeyring, type FileKeyringOptions, fileKeyring } from './keyring/file-keyring.ts';
export type { Keyring } from './keyring/keyring.ts';
export { parseMasterKey } from './keyring/master-key.ts';
export { type SealOptions, sealedBackend, sealedDocuments, sealedKeys } from './seal.ts';
