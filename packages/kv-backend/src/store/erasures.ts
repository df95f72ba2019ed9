import type { ErasureCheck, ErasureCounts } from '@mneme/core/contract';
import type { Statements } from './statements.ts';

/**
 * Erasures that are under way. A large scope goes in steps, so that others write in between: the first one takes its name
 * away, so nothing of it is found any more, and writes the audit line; the last one looks whether anything is left. A scope
 * whose erasure was killed stays without a name, until it is erased again.
 */
export interface Erasure {
  scope: string;
  records: number;
  /** Of its rows. Absent: it had none. */
  number?: number;
  /** Of the passages of its documents, which went in the first step. */
  partitions: number[];
  /** Where those were looked for. */
  documents: ErasureCheck[];
  counts: ErasureCounts;
  audit: { line: number; hash: string };
}

const key = 'erasures';

/** No name of a scope begins so. */
const nameless = '\u0001erased ';

/** Of the table `scopes`, whose name has this alias: it is not being erased. */
export const isNamed = (name: string) => `substr(${name}, 1, ${nameless.length}) <> '${nameless}'`;

/** Inside a transaction. */
export function takeName(connection: Statements, number: number): void {
  connection
    .statement('UPDATE scopes SET name = ? WHERE number = ?')
    .run(`${nameless}${number}`, BigInt(number));
}

export function erasuresUnderWay(source: Pick<Statements, 'column'>): Erasure[] {
  const text = source.column<string>('SELECT value FROM meta WHERE key = ?').get(key);
  return text === undefined ? [] : (JSON.parse(text) as Erasure[]);
}

/** Inside a transaction. */
export function saveErasures(connection: Statements, erasures: readonly Erasure[]): void {
  if (erasures.length === 0) connection.statement('DELETE FROM meta WHERE key = ?').run(key);
  else
    connection
      .statement('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)')
      .run(key, JSON.stringify(erasures));
}
