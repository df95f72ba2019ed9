/** JSON values under keys of several parts. An object that is read belongs to the caller. */
export interface Table {
  read<T>(...key: string[]): T | undefined;
  /** All values whose keys begin so and have more parts, in the order of their keys. */
  readAll<T>(...prefix: string[]): T[];
  write(value: unknown, ...key: string[]): void;
  /** Whether there was a value. */
  remove(...key: string[]): boolean;
  /** The values of {@link readAll}. Returns how many there were. */
  removeAll(...prefix: string[]): number;
  /** All or nothing, and nobody else meanwhile. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** Keys sort by their parts, and no part can imitate two. */
export function keyOf(parts: readonly string[]): string {
  return JSON.stringify(parts);
}

/** Keys from the first to before the second text begin so and have more parts. */
export function keysBelow(prefix: readonly string[]): [from: string, to: string] {
  const start = keyOf(prefix).slice(0, -1);
  return [`${start},`, `${start}-`];
}
