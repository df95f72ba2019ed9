import { type DocumentLimits, MnemeError, type MnemeErrorCode } from '@mneme/contract';
import type { DocumentRefusal } from './rules/plan-changes.ts';

const brand = Symbol.for('mneme.document-error');

/** Why a change of a document was refused. */
export type DocumentErrorReason =
  /** The stored content is another one than expected, or there is a document at a path that should be free. */
  | 'precondition_failed'
  /** The path is taken, is below another document, or has documents below it. */
  | 'path_conflict'
  /** The current version of a live document cannot be redacted. */
  | 'head_version'
  /** The store is archived. */
  | 'archived'
  /** A limit on documents or bytes. */
  | 'limit';

const codes = {
  precondition_failed: 'conflict',
  path_conflict: 'conflict',
  head_version: 'conflict',
  archived: 'read_only',
  limit: 'invalid_input',
} as const satisfies Record<DocumentErrorReason, MnemeErrorCode>;

/** A refused change of a document. Nothing was written. Test with {@link DocumentError.isInstance}. */
export class DocumentError extends MnemeError {
  /** The reason, for programs. */
  readonly reason: DocumentErrorReason;
  /** With `path_conflict`: the conflicting document, and its path. */
  readonly conflicting?: { id: string; path: string };
  readonly [brand] = true;

  constructor(
    reason: DocumentErrorReason,
    message: string,
    options: { conflicting?: { id: string; path: string }; field?: string } = {},
  ) {
    super(codes[reason], message, options.field === undefined ? {} : { field: options.field });
    this.name = 'DocumentError';
    this.reason = reason;
    if (options.conflicting) this.conflicting = options.conflicting;
  }

  static override isInstance(value: unknown): value is DocumentError {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

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
    'The store is archived: it can be read, but not changed. Create another one.',
  );
}
