import { type DocumentLimits, MnemeError } from '@mneme/engine/contract';
import { DocumentError } from './document-error.ts';
import type { DocumentRefusal } from './rules/decide-change.ts';

/** The message of a refusal: what failed, which value, what to do. */
export function refusalError(
  refusal: DocumentRefusal,
  { target, limits }: { target: string; limits: DocumentLimits },
): MnemeError {
  switch (refusal.reason) {
    case 'archived':
      return archivedError();
    case 'not_found':
      return new MnemeError('not_found', `There is no document ${target} in this store.`);
    case 'precondition_failed':
      return new DocumentError(
        'precondition_failed',
        `${target} has changed since it was read. Read it again, and repeat the change on what it is now.`,
      );
    case 'path_conflict':
      return new DocumentError(
        'path_conflict',
        refusal.conflicting.path === target
          ? `There is a document at ${target} already. Update that one, or choose another path.`
          : `${target} conflicts with the document ${refusal.conflicting.path}: one would be below the other. Choose another path.`,
        { conflicting: refusal.conflicting, field: 'path' },
      );
    case 'limit':
      return new DocumentError(
        'limit',
        `The scope would have ${refusal.value} ${refusal.limit === 'documentsPerScope' ? 'documents' : 'bytes of documents'}; the limit is ${limits[refusal.limit]}. ${refusal.limit === 'documentsPerScope' ? 'Delete documents that are' : 'Redact versions, or delete stores, that are'} no longer needed.`,
      );
  }
}

export function archivedError(): DocumentError {
  return new DocumentError(
    'archived',
    'The store is archived: it can be read, and no longer changed. Create another one.',
  );
}
