const brand = Symbol.for('mneme.error');

/**
 * Every way in which Mneme fails on purpose. The code is stable and meant for programs; the message is meant
 * for people and says what failed, which value, and what to do.
 */
export type MnemeErrorCode =
  /** An argument is not of the documented form; `field` names it. */
  | 'invalid_input'
  /** The content holds a password, a key, a token or a card number, and the policy is to refuse it. */
  | 'secret_refused'
  /** What was asked for is not in this scope. */
  | 'not_found'
  /** A precondition did not hold, or another writer won every retry. */
  | 'conflict'
  /** The store was filled with another embedding model than the one given. */
  | 'embedder_mismatch'
  /** The embedder failed or answered something that is not a vector of its own dimensions. */
  | 'embedder_failed'
  /** The reranker failed or answered something else than one finite score a text. */
  | 'reranker_failed'
  /** The call needs an embedder and the memory was opened without one. */
  | 'embedder_required'
  /** An optional package that the call needs is not installed. */
  | 'missing_dependency'
  /** The file or collection belongs to another program, or to a newer version of this one. */
  | 'foreign_store'
  /** The store cannot be written: read-only file, or no permission. */
  | 'read_only'
  /** No room is left on the device. */
  | 'storage_full'
  /** Another process held the store for longer than the wait allowed. */
  | 'busy'
  /** The store's file or server is damaged, missing or does not answer. */
  | 'unavailable'
  /** The call was given up: its AbortSignal fired. */
  | 'aborted'
  /** The time limit passed. */
  | 'timeout'
  /** The memory was closed before the call. */
  | 'closed'
  /** This backend has no such ability. */
  | 'unsupported';

export interface MnemeErrorOptions {
  /** The argument at fault, as a path: `importance`, `items[3].content`. */
  field?: string;
  cause?: unknown;
}

/** The one error class of Mneme. Test with {@link MnemeError.isInstance}, which works across copies of the package. */
export class MnemeError extends Error {
  readonly code: MnemeErrorCode;
  readonly field?: string;
  readonly [brand] = true;

  constructor(code: MnemeErrorCode, message: string, options: MnemeErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'MnemeError';
    this.code = code;
    if (options.field !== undefined) this.field = options.field;
  }

  static isInstance(value: unknown): value is MnemeError {
    return typeof value === 'object' && value !== null && brand in value;
  }

  /** The same failure seen from one item of a list: `content` becomes `items[3].content`. */
  at(prefix: string): MnemeError {
    const field = this.field === undefined ? prefix : `${prefix}.${this.field}`;
    return new MnemeError(this.code, `${prefix}: ${this.message}`, { field, cause: this.cause });
  }

  toJSON(): { code: MnemeErrorCode; message: string; field?: string } {
    return { code: this.code, message: this.message, ...(this.field ? { field: this.field } : {}) };
  }
}
