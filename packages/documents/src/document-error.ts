import { MnemeError, type MnemeErrorCode } from '@mneme/engine/contract';

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
