import { type Compaction, MnemeError } from '@mneme/core/contract';
import type { Batch, Question, Row } from '@mneme/store/rows';
import { type BackupCounts, countRows } from './backup-counts.ts';
import { checkStructure } from './file/check-structure.ts';
import type { Connection } from './file/connection.ts';
import { markRemoval, pendingSince, settleRemovals } from './file/remains.ts';
import { type PackedBatch, unpackBatch } from './rows/pack-rows.ts';

/** `scope`: whose turn it is, where several wait. */
export interface ReadRequest {
  scope?: string;
  questions: readonly Question[];
  most?: number;
}

/** The operations of a thread on its connection: all synchronous, with cloneable arguments and results. */
export const operations = {
  /** For a thread that opens its connection at once. */
  connect: (_: Connection): void => {},

  open(connection: Connection): void {
    connection.prepareTables();
    // Cleaned at the first pause.
    connection.removalsPending = pendingSince(connection) !== undefined;
    requireWhole(connection);
  },

  /** Undefined: the answer has more rows than `most`. */
  read(connection: Connection, { questions, most }: ReadRequest): Row[][] | undefined {
    return connection.read(() => connection.rows.read(questions, most));
  },

  write(connection: Connection, given: Batch | PackedBatch): boolean {
    const batch = 'packed' in given ? unpackBatch(given, connection.rows.tables) : given;
    return connection.write(() => {
      const written = connection.rows.write(batch);
      if (written === 'removed') markRemoval(connection);
      return written !== 'unmet';
    });
  },

  check: checkStructure,

  /** Builds all indexes from their tables. */
  mend: (connection: Connection): void => connection.write(() => connection.execute('REINDEX')),

  bytes: (connection: Connection): number => connection.bytes(),

  settleRemovals,

  compact: (connection: Connection, { freeShare }: { freeShare: number }): Compaction =>
    connection.compact(freeShare),

  /** Writes a copy to an empty file, and reads it. */
  backup: (connection: Connection, path: string): BackupCounts =>
    connection.copyTo(path, (copy) => {
      const [fault] = checkStructure(copy);
      if (fault !== undefined)
        throw new MnemeError(
          'damaged',
          `the copy of ${connection.path} is damaged, and was not used (${fault.problem}): check the file, and the device`,
        );
      return countRows(copy);
    }),
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** Whether it may read all of a scope or of the file, so that a look-up of one row should not wait for it. */
export const isSlow = (operation: string): boolean => operation === 'read' || operation === 'check';

type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;
export type OperationArguments<Name extends OperationName> = Tail<Parameters<Operations[Name]>>;
export type OperationResult<Name extends OperationName> = ReturnType<Operations[Name]>;

/** Up to this size, opening a file checks its structure: about 3 ms a MiB. */
const checkedAtOpen = 8 * 1024 * 1024;

/** Throws if a question could miss a row, because an index does not match its table. */
function requireWhole(connection: Connection): void {
  if (connection.inspects || connection.bytes() > checkedAtOpen) return;
  const [fault] = checkStructure(connection);
  if (fault !== undefined)
    throw new MnemeError(
      'damaged',
      `${connection.path} is damaged (${fault.problem}): see what mneme db doctor says, which can mend indexes, or restore the file from a backup`,
    );
}
