import type { ErasureCheck, ErasureCounts } from '@mneme/core/contract';
import { readMeta, saveMeta } from './meta.ts';
import type { Statements } from './statements.ts';

/**
 * Unfinished erasures. A large scope is erased in steps, so that others write in between: the first step removes its
 * name, so that nothing of it is found any more, and writes the audit line; the last one checks that nothing is left. A
 * scope whose erasure was killed has no name until it is erased again.
 */
export interface Erasure {
  scope: string;
  records: number;
  /** Number of its rows. Absent: it had none. */
  number?: number;
  /** Number of the passages of its documents, removed in the first step. */
  partitions: number[];
  /** Where the store looked for those. */
  documents: ErasureCheck[];
  counts: ErasureCounts;
  audit: { line: number; hash: string };
}

const key = 'erasures';

/** No name of a scope starts like this. */
const nameless = '\u0001erased ';

/** SQL: the scope of this alias of table `scopes` is not being erased. */
export const isNamed = (name: string) => `substr(${name}, 1, ${nameless.length}) <> '${nameless}'`;

/** Inside a transaction. */
export function takeName(connection: Statements, number: number): void {
  connection
    .statement('UPDATE scopes SET name = ? WHERE number = ?')
    .run(`${nameless}${number}`, BigInt(number));
}

export function runningErasures(source: Pick<Statements, 'column' | 'schema'>): Erasure[] {
  const text = readMeta(source, key);
  return text === undefined ? [] : (JSON.parse(text) as Erasure[]);
}

/** Inside a transaction. */
export function saveErasures(connection: Statements, erasures: readonly Erasure[]): void {
  saveMeta(connection, key, erasures.length === 0 ? undefined : JSON.stringify(erasures));
}
