import type { Cell, Question, Row } from '../rows/rows.ts';
import { partOf } from './segment.ts';

/** Rows whose contents leave the indexes with a write. */
export class Removals {
  readonly #gone = new Set<number>();
  /** Owners and parts of segments that contain more than is left. */
  readonly #segments = new Map<string, [owner: string, part: number]>();

  /** `isGone`: the rows are removed. Else they have other terms or another vector. */
  add(numbers: Iterable<number>, { owner, isGone }: { owner: string; isGone: boolean }): void {
    for (const number of numbers) {
      const part = partOf(number);
      this.#segments.set(`${part} ${owner}`, [owner, part]);
      if (isGone) this.#gone.add(number);
    }
  }

  /** Keys without the scope. */
  get segments(): Iterable<readonly Cell[]> {
    return this.#segments.values();
  }

  /** Rows without the scope. After more removals than are worth a log, indexes read which numbers are left. */
  rowsAt(revision: number): Row[] {
    if (this.#gone.size === 0 || this.#gone.size > mostLogged) return [];
    const numbers = JSON.stringify([...this.#gone]);
    return [{ slot: revision % slots, changed: revision, numbers }];
  }
}

/** What was removed after a revision, unless later removals have taken its place. */
export function removalsSince(scope: string, revision: number): Question {
  return { table: 'removals', index: 'by_change', is: [scope], after: [revision] };
}

/** From the answer to {@link removalsSince}. */
export function removedIn(rows: readonly Row[]): number[] {
  return rows.flatMap(({ numbers }) => JSON.parse(numbers as string) as number[]);
}

const slots = 64;
const mostLogged = 1000;
