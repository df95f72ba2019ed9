export type {
  Document,
  DocumentActor,
  DocumentListItem,
  DocumentOperation,
  DocumentPrecondition,
  DocumentPrefix,
  DocumentSummary,
  DocumentVersion,
  StoreInfo,
} from './document.js';
export { documentOperations } from './document.js';
export type * from './document-api.js';
export type * from './document-backend.js';
export type { DocumentContext, EmbedTexts } from './document-context.js';
export { DocumentError, type DocumentErrorReason } from './document-error.js';
export { DocumentStore } from './document-store.js';
export { expireDocuments } from './expire-documents.js';
export { guardSecrets } from './guard-secrets.js';
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
} from './rules/decide-change.js';
export { decideRedaction, type RedactionDecision } from './rules/decide-redaction.js';
export { type DocumentLimits, defaultDocumentLimits } from './rules/document-limits.js';
export {
  ancestorsOf,
  checkPath,
  checkPathPrefix,
  comparePaths,
  maxPathBytes,
  maxPathSegments,
  pathsConflict,
} from './rules/document-path.js';
export { patchStore, type StorePatch, type StorePatchDecision } from './rules/patch-store.js';
export { afterPrefix, rollUp } from './rules/roll-up.js';
export { diffTexts, type TextDiff } from './rules/text-diff.js';
export type { ImportOptions, StoreFile } from './store-files.js';
export { Stores } from './stores.js';
