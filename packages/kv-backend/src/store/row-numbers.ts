import { MnemeError } from '@mneme/core/contract';
import type { Statements } from './statements.ts';

/**
 * Row numbers of one scope (or of one store of documents) are contiguous: its own number * 2^31 + a counter. So each
 * table has one row range for a scope, and other tenants cost nothing. Both parts end long before a sum could reach the
 * next range or 2^53; in addition, triggers check every row against its scope, and each read compares the row's own
 * scope.
 */
export const rowsPerScope = 2 ** 31;

/** The highest number of a scope or store. Its rows stay below 2^53. */
const lastScope = 4_000_000;

/** The highest counter of a row within its scope. */
const lastRow = 2_000_000_000;

/** The first and the last row that a scope can have. */
export function rowRange(scope: number): [first: bigint, last: bigint] {
  const first = BigInt(scope) * BigInt(rowsPerScope);
  return [first, first + BigInt(rowsPerScope) - 1n];
}

/** The row for a counter. Throws before the range of the scope ends. */
export function rowNumber(
  connection: Statements,
  { scope, next }: { scope: number; next: number },
): number {
  if (!isWithin(scope, lastScope)) throw ended(connection, `scope number ${scope} is above it`);
  if (!isWithin(next, lastRow)) throw ended(connection, `one scope has had ${lastRow} rows`);
  return scope * rowsPerScope + next;
}

/**
 * For a new scope or store: an unused number, and when these run out the lowest free one. Its former owner left nothing
 * behind, because an erasure removes all rows of the number.
 */
export function newScopeNumber(connection: Statements): number {
  const given =
    connection
      .column<number>(
        `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'scopes'), 0),
           coalesce((SELECT max(number) FROM scopes), 0))`,
      )
      .get() ?? 0;
  if (given < lastScope) return given + 1;
  const free = connection
    .column<number>(
      `SELECT before + 1 FROM (SELECT 0 AS before UNION ALL SELECT number FROM scopes)
       WHERE NOT EXISTS (SELECT 1 FROM scopes WHERE number = before + 1) ORDER BY before LIMIT 1`,
    )
    .get();
  if (free !== undefined && isWithin(free, lastScope)) return free;
  throw ended(connection, `it has ${lastScope} scopes and document stores`);
}

/** A number that SQLite gave a new row; it must be exact as a JavaScript number. */
export function exactNumber(connection: Statements, given: number | undefined): number {
  if (isWithin(given ?? 0, Number.MAX_SAFE_INTEGER)) return given as number;
  throw ended(connection, `a table has reached row ${given}`);
}

function isWithin(number: number, last: number): boolean {
  return Number.isSafeInteger(number) && number > 0 && number <= last;
}

function ended(connection: Statements, why: string): MnemeError {
  return new MnemeError(
    'storage_full',
    `SQLite file ${connection.path} has no row numbers left (${why}), and nothing of this call was written: copy what is in it into a new file with mneme db copy, or erase scopes and stores that are not needed`,
  );
}
