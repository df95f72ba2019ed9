import type { OperationName } from './operations.ts';

/** What may read all of a scope or of the file, so that a look-up of one row should not stand behind it. */
export const slow: ReadonlySet<string> = new Set<OperationName>([
  'search',
  'searchDocuments',
  'lookUp',
  'sessions',
  'list',
  'scan',
  'history',
  'scopes',
  'stats',
  'audit',
  'checkAudit',
  'checkStore',
  'listVersions',
  'findUnread',
  'pendingTexts',
]);

/** Of those what reads one scope at most, which its request names. */
export const ofScope: ReadonlySet<string> = new Set<OperationName>([
  'search',
  'lookUp',
  'sessions',
  'list',
  'scan',
  'history',
]);

/** What may write much of the file. */
export const slowWrites: ReadonlySet<string> = new Set<OperationName>([
  'erase',
  'removeStore',
  'redact',
  'settleRemovals',
  'mendStore',
  'beginSpace',
  'fillSpace',
  'finishSpace',
  'clearSpaces',
  'abandonSpace',
]);
