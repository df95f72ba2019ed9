import type { Cell, Row } from '../rows/rows.ts';
import { stampOf } from '../scopes/past.ts';
import type { Draft, ScopeState } from '../scopes/scope-writer.ts';
import { toIndexRow } from './index-rows.ts';
import type { IndexRow } from './row-index.ts';
import { partNumbers, partOf, rowsOfSegment, segmentOf, segmentRow } from './segment.ts';
import { readCode } from './vector-columns.ts';

/** The records of the part in which a scope ends, as its last write has left them. */
interface Tail {
  /** The scope after that write. */
  state: ScopeState;
  space: number;
  part: number;
  rows: readonly IndexRow[];
}

/** Of so many scopes the ends are kept: about half a megabyte each. */
const mostTails = 4;

/**
 * Writes segments with the records that fill them. An import would otherwise be read row by row by the first search, which
 * takes several times as long.
 */
export class FilledParts {
  readonly #tails = new Map<string, Tail>();

  /** Adds segments to a draft that has many new records, and nothing to one with few. Call it after all puts. */
  addTo(draft: Draft): void {
    const { scope, before, after, meta } = draft;
    const put = draft.rowsPut('records');
    const fresh = put.filter(({ number }) => Number(number) >= before.next_number);
    const isOnlyNew = fresh.length === put.length && !draft.removes('records');
    const tail = isOnlyNew ? this.#tailOf(draft) : undefined;
    this.#tails.delete(scope);
    if (fresh.length < rowsOfSegment) return;
    const space = meta.current?.number ?? 0;
    const codes = new Map<Cell | undefined, Cell | undefined>();
    for (const row of draft.rowsPut('vectors'))
      if (row.space === space) codes.set(row.number, row.code);
    const toRow = (row: Row) => toIndexRow(row, readCode(codes.get(row.number)));
    const parts = Map.groupBy(fresh, ({ number }) => partOf(number as number));
    for (const [part, rows] of parts) {
      const isWhole = before.next_number <= Math.max(1, part * partNumbers);
      const known = tail?.part === part ? tail.rows : isWhole ? [] : undefined;
      if (known === undefined) continue;
      const indexed = [...known, ...rows.filter(({ family }) => family !== null).map(toRow)];
      const until = Math.min((part + 1) * partNumbers, after.next_number);
      if (rows.length >= rowsOfSegment) {
        const { epoch, revision } = after;
        const head = { scope, owner: '', part, until, epoch, space, revision };
        draft.put('segments', [segmentRow(head, segmentOf(indexed, meta.current?.embedder))]);
      }
      if (until === after.next_number)
        this.#keep(scope, { state: after, space, part, rows: indexed });
    }
  }

  /** Undefined: something else was written since. */
  #tailOf({ scope, before, meta }: Draft): Tail | undefined {
    const tail = this.#tails.get(scope);
    if (tail === undefined) return undefined;
    const { epoch, revision, past } = tail.state;
    const stamp = stampOf(past, revision);
    const isLast =
      before.epoch === epoch &&
      before.revision === revision &&
      stamp !== undefined &&
      stampOf(before.past, revision) === stamp;
    return isLast && tail.space === (meta.current?.number ?? 0) ? tail : undefined;
  }

  #keep(scope: string, tail: Tail): void {
    this.#tails.set(scope, tail);
    const [oldest] = this.#tails.keys();
    if (this.#tails.size > mostTails) this.#tails.delete(oldest as string);
  }
}
