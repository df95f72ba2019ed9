import type { OperationName } from './operations.ts';

/** What answers in `Steps`. */
export const inSteps: ReadonlySet<string> = new Set<OperationName>([
  'search',
  'searchDocuments',
  'lookUp',
]);

/** What may read all rows of a scope, so that a look-up of one row should not stand behind it. */
export const slow: ReadonlySet<string> = new Set<OperationName>([
  ...(inSteps as ReadonlySet<OperationName>),
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
