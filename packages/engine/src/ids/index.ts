export { createUuidV7, isUuid, nameBasedUuid } from './uuid.ts';
