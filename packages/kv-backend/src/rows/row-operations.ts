import { MnemeError, type StoreFault } from '@mneme/core/contract';
import type { Batch, Question, Row } from '@mneme/store/rows';
import { damageOf } from '../store/check-part.ts';
import { checkSizes, checkStructure } from '../store/check-structure.ts';
import type { Connection } from '../store/connection.ts';
import { markRemoval, pendingSince } from '../store/remains.ts';
import { checkTypes } from './check-types.ts';
import { type PackedBatch, unpackBatch } from './pack-rows.ts';

/** `scope`: whose turn it is, where several wait. */
export interface ReadRequest {
  scope?: string;
  questions: readonly Question[];
  most?: number;
}

/** The operations of a store of rows on one connection. */
export const rowOperations = {
  openRows(connection: Connection): void {
    connection.prepareTables();
    // Cleaned at the first pause.
    connection.removalsPending = pendingSince(connection) !== undefined;
    requireWhole(connection);
  },

  /** Undefined: the answer has more rows than `most`. */
  readRows(connection: Connection, { questions, most }: ReadRequest): Row[][] | undefined {
    return connection.read(() => connection.rows.read(questions, most));
  },

  writeRows(connection: Connection, given: Batch | PackedBatch): boolean {
    const batch = 'packed' in given ? unpackBatch(given, connection.rows.tables) : given;
    return connection.write(() => {
      const written = connection.rows.write(batch);
      if (written === 'removed') markRemoval(connection);
      return written !== 'unmet';
    });
  },

  checkRows(connection: Connection): StoreFault[] {
    const faults: StoreFault[] = [];
    for (const check of [checkSizes, checkStructure, checkTypes]) {
      faults.push(...faultsOf(connection, check));
      // The other checks would read such values.
      if (check === checkSizes && faults.length > 0) break;
    }
    return faults;
  },

  /** Builds all indexes from their tables. */
  mendRows: (connection: Connection): void => connection.write(() => connection.execute('REINDEX')),

  fileBytes: (connection: Connection): number => connection.bytes(),

  /** Writes a copy to an empty file, and reads it. */
  backupRows: (connection: Connection, path: string): { rows: number } =>
    connection.copyTo(path, (copy) => {
      const [fault] = rowOperations.checkRows(copy);
      if (fault !== undefined)
        throw new MnemeError('damaged', `the copy of ${connection.path}: ${fault.problem}`);
      const count = (table: string) =>
        copy.column<number>(`SELECT count(*) FROM ${table}`).get() ?? 0;
      return { rows: Object.keys(copy.rows.tables).reduce((sum, table) => sum + count(table), 0) };
    }),
};

function faultsOf(
  connection: Connection,
  check: (connection: Connection) => { faults: StoreFault[] },
): StoreFault[] {
  try {
    return connection.read(() => check(connection)).faults;
  } catch (error) {
    return [damageOf(connection, error)];
  }
}

/** Up to this size, opening a file checks its structure: about 3 ms a MiB. */
const checkedAtOpen = 8 * 1024 * 1024;

/** Throws if a question could miss a row, because an index does not match its table. */
function requireWhole(connection: Connection): void {
  if (connection.inspects || connection.bytes() > checkedAtOpen) return;
  const [fault] = faultsOf(connection, checkStructure);
  if (fault !== undefined)
    throw new MnemeError(
      'damaged',
      `${connection.path} is damaged (${fault.problem}): see what mneme db doctor says, which can mend indexes, or restore the file from a backup`,
    );
}
