/**
 * How surely an attribute has one value at a time: `told` where a text must say that it has changed, `related` where the
 * values must be of one kind, as aisle seats and window seats are, `never` where others hold beside it.
 */
export type Exclusive = 'always' | 'told' | 'related' | 'never';

/** What a short statement says of whom: `User lives in Berlin` is `{ subject: 'i', attribute: 'residence', … }`. */
export interface Claim {
  /** Whom or what it is about, in sorted words: `i`, `i sister`, `heron project`. */
  subject: string;
  /** What the subject is called besides: `lili` of `daughter i lili`. */
  alias?: string;
  attribute: string;
  exclusive: Exclusive;
  /** The words of the value, as they are compared. */
  value: readonly string[];
  /** The value is several: `tea and coffee`. */
  list?: boolean;
  negative: boolean;
  /** It speaks of how things were, or may be. */
  unsettled: boolean;
  /** It says itself that something has changed. */
  told: boolean;
  /** When it holds: years, quarters, weekdays, seasons. */
  period: readonly string[];
  /** What it says the value was before: `moved from Bonn to Rome`. */
  from?: readonly string[];
}

/** What has ended, and of whom: all of the words are said of it. */
export interface Ended {
  subject: string;
  words: readonly string[];
  sure: boolean;
}

/** A text as the rules of conflicts read it. */
export interface Reading {
  claims: readonly Claim[];
  /** All words that say something, as they are compared. */
  words: ReadonlySet<string>;
  /** What it says has ended: `quit smoking`, `no longer drinks`, 戒烟. Whose, and the words. */
  ended: readonly Ended[];
  /** What it says is not done, or was given up, of whom. */
  denied: readonly { subject: string; words: readonly string[] }[];
  /** It says that something is done again. */
  resumed: boolean;
  /** Whom it speaks of: of `User’s phone` the user, of `User’s sister` her. Empty where it does not tell. */
  root: string;
  /** Of whom or what its clauses speak, as claims name it. */
  subjects: readonly string[];
  unsettled: boolean;
  told: boolean;
}

/** Both are about one, perhaps by a name in one and by a name and whose it is in the other. */
export function haveOneSubject(one: Claim, other: Claim): boolean {
  return (
    one.subject === other.subject || one.alias === other.subject || one.subject === other.alias
  );
}

/** One text for who and what a claim is about: what records are looked up by. */
export function matterOfClaim({ subject, attribute }: Claim): string {
  return `${subject} @${attribute}`;
}
