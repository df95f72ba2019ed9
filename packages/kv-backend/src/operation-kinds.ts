import type { OperationName } from './operations.ts';

/** What may read all rows of a scope, so that a look-up of one row should not stand behind it. */
export const slow: ReadonlySet<string> = new Set<OperationName>([
  'search',
  'searchDocuments',
  'lookUp',
  'neighbours',
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
