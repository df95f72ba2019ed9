export * from './disclosure.ts';
export { type FactKind, openKinds, type PrivateField, privateFields } from './kinds.ts';
