export type * from './document-api.ts';
export type { DocumentContext } from './document-context.ts';
export { DocumentError, type DocumentErrorReason } from './document-error.ts';
export { DocumentStore } from './document-store.ts';
export { expireDocuments } from './expire-documents.ts';
export { guardPath, guardSecrets } from './guard-secrets.ts';
export { analyseContents } from './prepare-content.ts';
export { actingName } from './rules/acting-name.ts';
export { chunkText, type TextChunk } from './rules/chunk-text.ts';
export {
  checkPath,
  checkPathPrefix,
  maxPathBytes,
  maxPathSegments,
} from './rules/document-path.ts';
export { diffTexts, type TextDiff } from './rules/text-diff.ts';
export { Stores } from './stores.ts';
