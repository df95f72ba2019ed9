import { cursorCodec, MnemeError, type StoreCheckPage } from '@mneme/core/contract';
import { checkDocuments, checkVersions } from '../documents/check.ts';
import { checkCounts, checkErasures } from './check-file.ts';
import { type CheckedPart, damageOf, type ScopeCheck } from './check-part.ts';
import { checkFacets, checkIndex, checkIndexed, checkRecords } from './check-scope.ts';
import { checkSizes, checkStructure } from './check-structure.ts';
import type { Connection } from './connection.ts';
import { isNamed } from './erasures.ts';
import { checkLeftovers } from './leftovers.ts';
import { type ScopeRow, scopeColumns } from './scope-table.ts';

/** Checks of the file, or of what one scope has in tables of the file. Each is one part. */
const ofFile = [checkErasures, checkStructure, checkCounts, checkLeftovers];
const ofScope: readonly ScopeCheck[] = [
  checkRecords,
  checkFacets,
  checkIndexed,
  checkIndex,
  checkDocuments,
  checkVersions,
];

const cursors = cursorCodec('check', ['number', 'number', 'string']);

/** Where the check goes on: at a scope with at least that number, at one of its checks, behind a row. */
type Place = [number: number, step: number, after: string];

interface Part extends CheckedPart {
  next?: Place;
}

/** First the file, then each scope, a limited number of rows at a time. Damage that stops a check is a fault. */
export function checkStore(
  connection: Connection,
  { scope, limit, cursor }: { scope?: string; limit: number; cursor?: string },
): StoreCheckPage {
  const owner = [connection.cursorSecret, scope ?? ''];
  const page: StoreCheckPage = { faults: [] };
  let rows = 0;
  const add = (check: () => Part) => {
    const { faults, checked, next } = unlessStopped(connection, check);
    page.faults.push(...faults);
    rows += checked;
    return next;
  };
  let place: Place | undefined = cursors.decode(cursor, owner);
  if (place === undefined) add(() => checkSizes(connection));
  // All other checks would read such values.
  if (page.faults.length > 0) return page;
  if (place === undefined) for (const check of ofFile) add(() => check(connection, scope));
  place ??= [0, 0, ''];
  while (rows < limit) {
    const from: Place = place;
    place = add(() => partFrom(connection, from, { scope, limit }));
    if (place === undefined) return page;
  }
  return { ...page, nextCursor: cursors.encode(place, owner) };
}

/** Inside a transaction, so that nobody writes to the scope between reading its row and what that counts. */
function partFrom(
  connection: Connection,
  [number, step, after]: Place,
  { scope, limit }: { scope?: string; limit: number },
): Part {
  const found = scopeFrom(connection, number, scope);
  if (found === undefined) return { faults: [], checked: 0 };
  if (found.number !== number) [step, after] = [0, ''];
  const check = ofScope[step] as ScopeCheck;
  const part = unlessStopped(connection, () => check(connection, found, { after, limit }));
  if (part.after !== undefined) return { ...part, next: [found.number, step, part.after] };
  const isLast = step + 1 === ofScope.length;
  return { ...part, next: isLast ? [found.number + 1, 0, ''] : [found.number, step + 1, ''] };
}

function unlessStopped(connection: Connection, check: () => Part): Part {
  try {
    return connection.read(check);
  } catch (error) {
    return { faults: [damageOf(connection, error)], checked: 0 };
  }
}

/** The first one with at least that number, of this scope if one is given. Rows that are being erased belong to none. */
function scopeFrom(connection: Connection, number: number, scope = ''): ScopeRow | undefined {
  return connection
    .statement<ScopeRow>(
      `SELECT ${scopeColumns} FROM scopes WHERE number >= ? AND ${isNamed('name')}
         AND (? IN ('', name) OR number IN (SELECT partition FROM document_stores WHERE scope = ?))
       ORDER BY number LIMIT 1`,
    )
    .get(BigInt(number), scope, scope);
}

/** Up to this size, opening a file checks its structure: about 3 ms a MiB. */
const checkedAtOpen = 8 * 1024 * 1024;

/**
 * Throws if a search could miss something: an SQLite index that does not match its table, or a wrong count. Everything
 * else has a checksum, compared when it is read: then a damaged text is refused, and others are answered.
 */
export function requireWhole(connection: Connection): void {
  if (connection.inspects || connection.bytes() > checkedAtOpen) return;
  for (const check of [checkStructure, checkCounts]) {
    const [fault] = unlessStopped(connection, () => check(connection)).faults;
    if (fault === undefined) continue;
    throw new MnemeError(
      'damaged',
      `${connection.path} is damaged (${fault.problem}): see what mneme db doctor says, which can mend indexes, or restore the file from a backup`,
    );
  }
}
