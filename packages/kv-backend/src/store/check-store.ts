import {
  cursorCodec,
  MnemeError,
  type StoreCheckPage,
  type StoreFault,
} from '@mneme/core/contract';
import { checkDocuments, checkVersions } from '../documents/check.ts';
import { checkHeads, checkIndexes } from './check-index.ts';
import type { CheckPart, CheckRequest } from './check-part.ts';
import { checkFacets, checkRecords } from './check-rows.ts';
import { checkCounts, checkStructure } from './check-structure.ts';
import { checkVectors } from './check-vectors.ts';
import type { Connection } from './connection.ts';
import { erasuresUnderWay, isNamed } from './erasures.ts';
import { translateError } from './errors.ts';
import { findScope } from './scope-table.ts';

type Check = (connection: Connection, request: CheckRequest) => CheckPart;

/** A running erasure looks the same as a killed one. */
function checkErasures(connection: Connection): CheckPart {
  const faults = erasuresUnderWay(connection).map(
    ({ scope }): StoreFault => ({
      kind: 'orphan',
      problem: `the erasure of ${scope} has not ended: erase it again`,
      mend: 'store',
    }),
  );
  return { faults, checked: 1 };
}

const stages: readonly Check[] = [
  checkErasures,
  checkStructure,
  checkCounts,
  checkRecords,
  checkFacets,
  checkHeads,
  checkIndexes,
  checkVectors,
  checkDocuments,
  checkVersions,
];

const cursors = cursorCodec('check', ['number', 'string']);

/** The stages one after the other, each in parts. If damage stops a stage, that is a fault, and the next one starts. */
export function checkStore(
  connection: Connection,
  { scope, limit, cursor }: { scope?: string; limit: number; cursor?: string },
): StoreCheckPage {
  const owner = [connection.cursorSecret, scope ?? ''];
  const [number, after] = cursors.decode(cursor, owner) ?? [0, ''];
  const check = stages[number] ?? checkErasures;
  const part = checkPart(connection, { check, scope, after, limit });
  const next = part.after === undefined ? number + 1 : number;
  const page: StoreCheckPage = { faults: part.faults, checked: part.checked };
  if (next < stages.length) page.nextCursor = cursors.encode([next, part.after ?? ''], owner);
  return page;
}

function checkPart(
  connection: Connection,
  { check, scope, ...place }: { check: Check; scope?: string; after: string; limit: number },
): CheckPart {
  try {
    return connection.read(() =>
      check(connection, { ...place, scope, partitions: partitionsOf(connection, scope) }),
    );
  } catch (error) {
    const { code, message } = translateError(error, connection.path);
    if (code !== 'damaged') throw error;
    return { faults: [{ kind: 'structure', problem: message, mend: 'none' }], checked: 0 };
  }
}

function partitionsOf(connection: Connection, scope: string | undefined): number[] | undefined {
  if (scope === undefined) {
    if (erasuresUnderWay(connection).length === 0) return undefined;
    // Rows that are being erased belong to no scope.
    return connection
      .column<number>(`SELECT number FROM scopes WHERE ${isNamed('name')} ORDER BY number`)
      .all();
  }
  const own = findScope(connection, scope);
  const stores = connection
    .column<number>('SELECT partition FROM document_stores WHERE scope = ?')
    .all(scope);
  return [...(own === undefined ? [] : [own.number]), ...stores].sort((a, b) => a - b);
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
    const [fault] = checkPart(connection, { check, after: '', limit: 1 }).faults;
    if (fault === undefined) continue;
    throw new MnemeError(
      'damaged',
      `${connection.path} is damaged (${fault.problem}): see what mneme db doctor says, which can mend indexes, or restore the file from a backup`,
    );
  }
}
