export type * from '../contract/document-backend.ts';
export {
  type Document,
  type DocumentActor,
  type DocumentLimits,
  type DocumentListItem,
  type DocumentOperation,
  type DocumentPrecondition,
  type DocumentPrefix,
  type DocumentSummary,
  type DocumentVersion,
  defaultDocumentLimits,
  documentOperations,
  type StoreInfo,
} from '../contract/index.ts';
export type * from './document-api.ts';
export type { DocumentContext, EmbedTexts } from './document-context.ts';
export { DocumentError, type DocumentErrorReason } from './document-error.ts';
export { DocumentStore } from './document-store.ts';
export { expireDocuments } from './expire-documents.ts';
export { guardSecrets } from './guard-secrets.ts';
export {
  type ContentToWrite,
  type CreateChange,
  type DeleteChange,
  type DocumentChange,
  type DocumentDecision,
  type DocumentKey,
  type DocumentRefusal,
  type DocumentState,
  decideChange,
  type UpdateChange,
} from './rules/decide-change.ts';
export { decideRedaction, type RedactionDecision } from './rules/decide-redaction.ts';
export {
  ancestorsOf,
  checkPath,
  checkPathPrefix,
  comparePaths,
  maxPathBytes,
  maxPathSegments,
  pathsConflict,
} from './rules/document-path.ts';
export { patchStore, type StorePatch, type StorePatchDecision } from './rules/patch-store.ts';
export { afterPrefix, rollUp } from './rules/roll-up.ts';
export { diffTexts, type TextDiff } from './rules/text-diff.ts';
export type { ImportOptions, StoreFile } from './store-files.ts';
export { Stores } from './stores.ts';
