import { sumOf } from '../checksums/sum-of.ts';
import type { SummedRows } from '../checksums/summed-rows.ts';
import type { Question, Row } from '../rows/rows.ts';

/** Where a scope is, and a move of it that is not finished. */
export interface Place {
  /** Name of the database. */
  home: string;
  /** How often that changed. */
  moves: number;
  moving: Journal | undefined;
  /** Databases that it was in before. */
  was: readonly string[];
  /** It is written in the directory; otherwise the scope is where all were before there were several databases. */
  isListed: boolean;
}

/** `to`: it is being copied there. `from`: it has moved, and what it left there must be removed. */
export interface Journal {
  id: string;
  to?: string;
  from?: string;
}

/** Places that a process remembers. */
const mostRemembered = 100_000;

/** The list of scopes with their databases, in the first database. */
export class Directory {
  readonly #rows: () => Promise<SummedRows>;
  readonly #first: string;
  readonly #accepting: readonly string[];
  readonly #known = new Map<string, Place>();

  /** `first`: where scopes are that it does not list; `accepting`: where new ones may be. */
  constructor(
    rows: () => Promise<SummedRows>,
    { first, accepting }: { first: string; accepting: readonly string[] },
  ) {
    this.#rows = rows;
    this.#first = first;
    this.#accepting = accepting;
  }

  /** The place as this process remembers it, else as it is. Undefined: there is no such scope. */
  async find(scope: string): Promise<Place | undefined> {
    return this.#known.get(scope) ?? this.look(scope);
  }

  /** What is remembered. */
  known(scope: string): Place | undefined {
    return this.#known.get(scope);
  }

  forget(scope: string): void {
    this.#known.delete(scope);
  }

  /** The place as it is now. */
  async look(scope: string): Promise<Place | undefined> {
    const rows = await this.#rows();
    const [[row] = [], own = []] = await rows.read(undefined, [
      placeQuestion(scope),
      { table: 'scopes', any: [[scope]], columns: ['scope'] },
    ]);
    if (row === undefined && own.length === 0) {
      this.#known.delete(scope);
      return undefined;
    }
    const unlisted = { home: this.#first, moves: 0, moving: undefined, was: [], isListed: false };
    const place = row === undefined ? unlisted : placeIn(row);
    this.#known.delete(scope);
    this.#known.set(scope, place);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostRemembered) this.#known.delete(oldest as string);
    return place;
  }

  /** The place of a scope that is written, which is new if there is none. */
  async make(scope: string): Promise<Place> {
    for (;;) {
      const place = await this.find(scope);
      if (place !== undefined) return place;
      const home = this.#homeOf(scope);
      await this.change(scope, undefined, { home, moves: 0, moving: undefined, was: [] });
    }
  }

  /** False: it is no longer as it was. */
  async change(
    scope: string,
    before: Place | undefined,
    after: Omit<Place, 'isListed'>,
  ): Promise<boolean> {
    const rows = await this.#rows();
    const of = { table: 'places', key: [1, scope] };
    const expect = before?.isListed
      ? [
          { ...of, column: 'home', value: before.home },
          { ...of, column: 'moves', value: before.moves },
          { ...of, column: 'moving', value: written(before.moving) },
        ]
      : [{ ...of, column: 'home', value: undefined }];
    const { home, moves, moving, was } = after;
    const row = { list: 1, scope, home, moves, moving: written(moving), was: JSON.stringify(was) };
    this.#known.delete(scope);
    return rows.write(undefined, { expect, put: { places: [row] } });
  }

  /** Scopes with a move that is not finished. */
  async moving(): Promise<{ scope: string; place: Place }[]> {
    const rows = await this.#rows();
    const [found = []] = await rows.read(undefined, [
      { table: 'places', index: 'by_moving', is: [] },
    ]);
    return found.map((row) => ({ scope: row.scope as string, place: placeIn(row) }));
  }

  /** Among those that accept new scopes, the one with the highest hash of both names: so they share them evenly. */
  #homeOf(scope: string): string {
    const hashes = new Map(this.#accepting.map((name) => [name, sumOf([scope, name])]));
    const highest = Math.max(...hashes.values());
    return [...hashes].find(([, hash]) => hash === highest)?.[0] ?? this.#first;
  }
}

const placeQuestion = (scope: string): Question => ({ table: 'places', any: [[1, scope]] });

const written = (journal: Journal | undefined) =>
  journal === undefined ? null : JSON.stringify(journal);

function placeIn({ home, moves, moving, was }: Row): Place {
  return {
    home: home as string,
    moves: moves as number,
    moving: moving === null ? undefined : JSON.parse(moving as string),
    was: JSON.parse(was as string),
    isListed: true,
  };
}
