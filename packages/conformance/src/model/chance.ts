import { randomNumbers } from '../memory-backend/builders.ts';

/** Random choices, the same for the same seed. */
export class Chance {
  readonly random: () => number;

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
}
