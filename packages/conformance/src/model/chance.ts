/** Numbers in 0..1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The numbers from 0 to below `count`, each passed to `make`. */
export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Random choices, the same for the same seed. */
export class Chance {
  readonly random: () => number;
  /** How often each was used, by what it was used for and its name. */
  readonly #turns = new Map<string, Map<string, number>>();

  constructor(seed: number) {
    this.random = randomNumbers(seed);
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.random() * end);
  }

  one<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  /** Earlier ones more often. */
  early<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() ** 2 * values.length)] as T;
  }

  some<T>(values: readonly T[], chance = 0.4): T[] {
    return values.filter(() => this.random() < chance);
  }

  shuffled<T>(values: readonly T[]): T[] {
    return values
      .map((value) => ({ value, place: this.random() }))
      .sort((one, other) => one.place - other.place)
      .map(({ value }) => value);
  }

  /** An object with some of these fields, or with none. */
  maybe<Fields extends object>(chance: number, fields: () => Fields): Fields | object {
    return this.random() < chance ? fields() : {};
  }

  /**
   * Something made by chance that one of these is true of. Each has its turn for each use: the one that was used least
   * comes first. Where none can be found, anything that was made.
   */
  inTurn<Made>(
    use: string,
    aims: Readonly<Record<string, (made: Made) => boolean>>,
    make: (name: string) => Made,
  ) {
    const names = Object.keys(aims);
    const turns = this.#turns.get(use) ?? new Map(names.map((name) => [name, 0]));
    this.#turns.set(use, turns);
    const order = [...turns].sort(([, one], [, other]) => one - other);
    let made: Made | undefined;
    for (const [name, count] of order.slice(0, 4)) {
      let isMet = false;
      for (let attempt = 0; attempt < 30 && !isMet; attempt += 1) {
        made = make(name);
        isMet = aims[name]?.(made) === true;
      }
      // Where it was not met, another one comes first the next time.
      turns.delete(name);
      turns.set(name, isMet ? count + 1 : count);
      if (isMet) break;
    }
    return made as Made;
  }

  /** What had its turn less than half as often as another one of the same use. */
  seldom(): string[] {
    return [...this.#turns].flatMap(([use, turns]) => {
      const least = Math.floor(Math.max(...turns.values()) / 2);
      return [...turns].flatMap(([name, count]) => (count < least ? `${use} that ${name}` : []));
    });
  }
}
