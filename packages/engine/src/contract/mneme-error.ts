const brand = Symbol.for('mneme.error');

/**
 * Every way in which Mneme fails on purpose. The code is stable and meant for programs; the message is meant
 * for people and says what failed, which value, and what to do.
 */
export type MnemeErrorCode =
  /** An argument is not of the documented form; `field` names it. */
  | 'invalid_input'
  /** A text of a write holds a password, a key, a token or a number of a card or account, and the policy is to refuse it. */
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
  /** The extractor failed, for one session or (five times in a row) for all. */
  | 'extractor_failed'
  /** The call needs an embedder and the memory was opened without one. */
  | 'embedder_required'
  /** An optional package that the call needs is not installed. */
  | 'missing_dependency'
  /** The file or collection belongs to another program, or to a newer version of this one. */
  | 'foreign_store'
  /**
   * The store is encrypted or sealed with another key than the one given, or a key was given to a plain one, or none to an
   * encrypted one; or what was asked for was sealed with a key that an erasure destroyed.
   */
  | 'wrong_key'
  /** The store cannot be written: read-only file, or no permission. */
  | 'read_only'
  /** No room is left on the device. */
  | 'storage_full'
  /** Another process held the store for longer than the wait allowed. */
  | 'busy'
  /** What is stored is not what was written; the message names the record or document. Nothing of it is returned. */
  | 'damaged'
  /** The store's file or server is damaged, missing or does not answer; or a language model gives no answer of use. */
  | 'unavailable'
  /** The call was given up: its AbortSignal fired. */
  | 'aborted'
  /** The time limit passed. */
  | 'timeout'
  /** The memory was closed before the call. */
  | 'closed'
  /** This backend has no such ability. */
  | 'unsupported';

/** One thing that is wrong with what a caller gave, as data: each face says it with its own names and advice. */
export interface Fault {
  /** The argument, as a path: `importance`, `items[3].content`. */
  field: string;
  /** What is wrong, as a sentence goes on behind the name, mostly with what to give: `is 9: give an integer from 1 to 5`. */
  problem: string;
  /** What to do, where that is a matter of the library's own calls. Another face has another way. */
  advice?: string;
  /** There is no such field. Which are known is the problem. */
  unknown?: 'option' | 'field';
  /** Of an unknown field: the known one that was probably meant. */
  nearest?: string;
}

/** How a face says a fault. */
export interface FaultWords {
  /** What the face calls a field. Default: as the library does. */
  name?: (field: string) => string;
  /** Takes the place of a fault's advice; undefined: the library's. Asked only where there is some. */
  advice?: (fault: Fault) => string | undefined;
}

/** What an error carries beside its message. */
export interface MnemeErrorOptions {
  /** The argument at fault, as a path: `importance`, `items[3].content`. */
  field?: string;
  /** What failed underneath. */
  cause?: unknown;
}

/** The one error class of Mneme. Test with {@link MnemeError.isInstance}, which works across copies of the package. */
export class MnemeError extends Error {
  /** Stable, for programs. */
  readonly code: MnemeErrorCode;
  /** The argument at fault, the first one where there are several. */
  readonly field?: string;
  /** What is wrong with which arguments; empty where the failure is not one argument's. */
  readonly faults: readonly Fault[];
  readonly [brand] = true;

  /** The message is complete by itself. It is made of the faults where these are given instead. */
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

  /** True for every error of Mneme, also of another copy of the package. */
  static isInstance(value: unknown): value is MnemeError {
    return typeof value === 'object' && value !== null && brand in value;
  }

  /** The same failure seen from one item of a list: `content` becomes `items[3].content`. The cause is this error. */
  at(prefix: string): MnemeError {
    if (this.faults.length === 0) {
      const field = this.field === undefined ? prefix : `${prefix}.${this.field}`;
      return new MnemeError(this.code, `${prefix}: ${this.message}`, { field, cause: this });
    }
    const faults = this.faults.map((fault) => ({ ...fault, field: `${prefix}.${fault.field}` }));
    return new MnemeError(this.code, faults, { cause: this });
  }

  /** The message in a face's words. */
  worded(words: FaultWords): string {
    return this.faults.length === 0 ? this.message : wordFaults(this.faults, words);
  }

  /** What a program or a log needs of it. */
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
