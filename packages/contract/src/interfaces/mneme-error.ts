const brand = Symbol.for('mneme.error');

/**
 * The codes of all errors that Mneme throws on purpose. Codes are stable and meant for programs; messages are for
 * people and say what failed, which value, and what to do.
 */
export type MnemeErrorCode =
  /** An argument does not have the documented form; `field` names it. */
  | 'invalid_input'
  /**
   * A text of a write contains a password, a key, a token or a card or account number, and the policy is to refuse it.
   */
  | 'secret_refused'
  /** It does not exist in this scope. */
  | 'not_found'
  /** A precondition was not met, or another writer won every retry. */
  | 'conflict'
  /** The store was filled with another embedding model than the one given. */
  | 'embedder_mismatch'
  /** The embedder failed, or returned something that is not a vector of its dimensions. */
  | 'embedder_failed'
  /** The reranker failed, or did not return one finite score for each text. */
  | 'reranker_failed'
  /** The extractor failed, for one session or (five times in a row) for all. */
  | 'extractor_failed'
  /** The call needs an embedder and the memory was opened without one. */
  | 'embedder_required'
  /** An optional package that the call needs is not installed. */
  | 'missing_dependency'
  /** The file or collection belongs to another program, or to a newer version of this one. */
  | 'foreign_store'
  /**
   * The store is encrypted or sealed with another key than the given one, or a key was given for a plain store, or none
   * for an encrypted one; or the data was sealed with a key that an erasure destroyed.
   */
  | 'wrong_key'
  /** The store cannot be written: read-only file, or no permission. */
  | 'read_only'
  /** No room is left on the device. */
  | 'storage_full'
  /** Another process locked the store longer than the time limit. */
  | 'busy'
  /** Stored data is not what was written; the message names the record or document. None of it is returned. */
  | 'damaged'
  /** The store's file or server is damaged, missing or does not answer; or a language model gives no usable answer. */
  | 'unavailable'
  /** The call was cancelled: its AbortSignal fired. */
  | 'aborted'
  /** The time limit passed. */
  | 'timeout'
  /** The memory was closed before the call. */
  | 'closed'
  /** This backend does not support it. */
  | 'unsupported';

/** One thing that is wrong with an input, as data: each package words it for its users. */
export interface Fault {
  /** The argument, as a path: `importance`, `items[3].content`. */
  field: string;
  /**
   * What is wrong, as the rest of a sentence after the name, usually with the fix: `is 9: give an integer from 1 to 5`.
   */
  problem: string;
  /** What to do, if that is specific to the library's calls. Other packages give other advice. */
  advice?: string;
  /** There is no such field. The problem lists the known ones. */
  unknown?: 'option' | 'field';
  /** Of an unknown field: the known one that was probably meant. */
  nearest?: string;
}

/** How a package words a fault. */
export interface FaultWords {
  /** The package's name of a field. Default: the library's name. */
  name?: (field: string) => string;
  /** Replaces a fault's advice; undefined: the library's advice. Called only if there is advice. */
  advice?: (fault: Fault) => string | undefined;
}

/** What an error has beside its message. */
export interface MnemeErrorOptions {
  /** The argument with the fault, as a path: `importance`, `items[3].content`. */
  field?: string;
  /** The underlying error. */
  cause?: unknown;
}

/** The one error class of Mneme. Test with {@link MnemeError.isInstance}, which works across copies of the package. */
export class MnemeError extends Error {
  /** Stable, for programs. */
  readonly code: MnemeErrorCode;
  /** The argument with the fault, the first one if there are several. */
  readonly field?: string;
  /** What is wrong with which arguments; empty if the failure is not about an argument. */
  readonly faults: readonly Fault[];
  readonly [brand] = true;

  /** The message must be complete. If faults are given, it is made from them instead. */
  constructor(
    code: MnemeErrorCode,
    what: string | readonly Fault[],
    options: MnemeErrorOptions = {},
  ) {
    super(
      typeof what === 'string' ? what : wordFaults(what),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'MnemeError';
    this.code = code;
    this.faults = typeof what === 'string' ? [] : what;
    const field = options.field ?? this.faults[0]?.field;
    if (field !== undefined) this.field = field;
  }

  /** True for every error of Mneme, also from another copy of the package. */
  static isInstance(value: unknown): value is MnemeError {
    return typeof value === 'object' && value !== null && brand in value;
  }

  /** The same failure for one item of a list: `content` becomes `items[3].content`. The cause is this error. */
  at(prefix: string): MnemeError {
    if (this.faults.length === 0) {
      const field = this.field === undefined ? prefix : `${prefix}.${this.field}`;
      return new MnemeError(this.code, `${prefix}: ${this.message}`, { field, cause: this });
    }
    const faults = this.faults.map((fault) => ({ ...fault, field: `${prefix}.${fault.field}` }));
    return new MnemeError(this.code, faults, { cause: this });
  }

  /** The message in a package's own words. */
  worded(words: FaultWords): string {
    return this.faults.length === 0 ? this.message : wordFaults(this.faults, words);
  }

  /** The fields that a program or a log needs. */
  toJSON(): { code: MnemeErrorCode; message: string; field?: string } {
    return { code: this.code, message: this.message, ...(this.field ? { field: this.field } : {}) };
  }
}

function wordFaults(faults: readonly Fault[], words: FaultWords = {}): string {
  const { name = (field) => field, advice: adviceOf = () => undefined } = words;
  return faults
    .map((fault) => {
      const { field, problem, unknown, nearest } = fault;
      const advice = fault.advice && (adviceOf(fault) ?? fault.advice);
      if (unknown !== undefined) {
        const hint = nearest === undefined ? problem : `did you mean ${name(nearest)}?`;
        return `unknown ${unknown} ${name(field)}: ${hint}`;
      }
      return `${name(field)} ${problem}${advice === undefined ? '' : `: ${advice}`}`;
    })
    .join('; ');
}
