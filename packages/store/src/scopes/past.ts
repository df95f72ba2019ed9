import { randomBytes } from 'node:crypto';

/**
 * The last revisions of a scope in runs: a run was written by one writer without a break, and has a random stamp. A
 * database that was restored, or failed over, may reach a revision again, but then with another stamp.
 */
type Runs = readonly (readonly [first: number, stamp: string])[];

/** Writers that take turns begin a run with each write. What has forgotten its run is only read anew. */
const mostRuns = 32;

const runsIn = (past: string | null): Runs => (past === null ? [] : JSON.parse(past));

/** The stamp of a revision. Undefined: it is older than the runs that are known. */
export function stampOf(past: string | null, revision: number): string | undefined {
  return runsIn(past).findLast(([first]) => first <= revision)?.[1];
}

/** The past with one more revision. */
export function pastWith(past: string | null, revision: number, stamp: string): string {
  const runs = runsIn(past);
  if (past !== null && runs.at(-1)?.[1] === stamp) return past;
  return JSON.stringify([...runs, [revision, stamp]].slice(-mostRuns));
}

/** Scopes whose last write a writer knows. */
const mostScopes = 1000;

/** What one writer has written last. */
export class Stamps {
  readonly #last = new Map<string, { revision: number; stamp: string }>();

  /** For the next revision: the stamp of the one before, if this writer wrote that, or a new one. */
  take(scope: string, { past, revision }: { past: string | null; revision: number }): string {
    const last = this.#last.get(scope);
    // Whether the next one is written may stay unknown.
    this.#last.delete(scope);
    const goesOn = last?.revision === revision && last.stamp === stampOf(past, revision);
    return goesOn ? last.stamp : randomBytes(6).toString('base64url');
  }

  /** The revision was written. */
  keep(scope: string, last: { revision: number; stamp: string }): void {
    this.#last.set(scope, last);
    const [oldest] = this.#last.keys();
    if (this.#last.size > mostScopes) this.#last.delete(oldest as string);
  }
}
