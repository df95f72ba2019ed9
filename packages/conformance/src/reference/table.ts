/** JSON values under keys of several parts. An object that is read belongs to the caller. */
export interface Table {
  read<T>(...key: string[]): T | undefined;
  /** All values whose keys begin with these parts and have more, in the order of their keys. */
  readAll<T>(...prefix: string[]): T[];
  write(value: unknown, ...key: string[]): void;
  /** Whether there was a value. */
  remove(...key: string[]): boolean;
  /** The values of {@link readAll}. Returns how many there were. */
  removeAll(...prefix: string[]): number;
  /** All or nothing, and no other transaction runs meanwhile. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** Keys sort by their parts, and one part never looks like two. */
export function keyOf(parts: readonly string[]): string {
  return JSON.stringify(parts);
}

/** The range of keys that begin with these parts and have more: first inclusive, second exclusive. */
export function keysBelow(prefix: readonly string[]): [from: string, to: string] {
  const start = keyOf(prefix).slice(0, -1);
  return [`${start},`, `${start}-`];
}
