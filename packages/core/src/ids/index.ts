export { pooledRandomBytes } from './random-bytes.ts';
export { createUuidV7, isUuid, nameBasedUuid } from './uuid.ts';
