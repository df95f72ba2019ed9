import type { OperationName } from './operations.ts';

/** Operations that may read all of a scope or of the file, so that a look-up of one row should not wait for them. */
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
  'readRows',
  'checkRows',
]);

/** Those of them that read at most one scope, named in the request. */
export const ofScope: ReadonlySet<string> = new Set<OperationName>([
  'search',
  'lookUp',
  'sessions',
  'list',
  'scan',
  'history',
]);

/** Operations that may write much of the file. */
export const slowWrites: ReadonlySet<string> = new Set<OperationName>([
  'writeRows',
  'erase',
  'removeStore',
  'redact',
  'settleRemovals',
  'mendRows',
  'cutAudit',
  'compact',
  'mendStore',
  'beginSpace',
  'fillSpace',
  'finishSpace',
  'clearSpaces',
  'abandonSpace',
]);
