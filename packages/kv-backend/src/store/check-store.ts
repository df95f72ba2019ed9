import { cursorCodec, MnemeError, type StoreCheckPage } from '@mneme/core/contract';
import { checkDocuments, checkVersions } from '../documents/check.ts';
import { checkHeads, checkIndexes } from './check-index.ts';
import type { CheckPart } from './check-part.ts';
import { checkFacets, checkRecords } from './check-rows.ts';
import { checkCounts, checkStructure } from './check-structure.ts';
import { checkVectors } from './check-vectors.ts';
import type { Connection } from './connection.ts';
import { translateError } from './errors.ts';
import { findScope } from './scope-table.ts';

const stages = [
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

/** One stage after the other, each in parts. A stage that the file's damage stops is a fault, and the next one begins. */
export function checkStore(
  connection: Connection,
  { scope, limit, cursor }: { scope?: string; limit: number; cursor?: string },
): StoreCheckPage {
  const owner = [connection.cursorSecret, scope ?? ''];
  const [number, after] = cursors.decode(cursor, owner) ?? [0, ''];
  const part = checkPart(connection, { stage: number, scope, after, limit });
  const next = part.after === undefined ? number + 1 : number;
  const page: StoreCheckPage = { faults: part.faults, checked: part.checked };
  if (next < stages.length) page.nextCursor = cursors.encode([next, part.after ?? ''], owner);
  return page;
}

function checkPart(
  connection: Connection,
  { stage, scope, ...place }: { stage: number; scope?: string; after: string; limit: number },
): CheckPart {
  const check = stages[stage] ?? checkStructure;
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
  if (scope === undefined) return undefined;
  const own = findScope(connection, scope);
  const stores = connection
    .column<number>('SELECT partition FROM document_stores WHERE scope = ?')
    .all(scope);
  return [...(own === undefined ? [] : [own.number]), ...stores].sort((a, b) => a - b);
}

/** Up to so many bytes, opening a file takes the time to check all of it: some 15 ms a MiB. */
const checkedAtOpen = 8 * 1024 * 1024;

/**
 * Throws where something may not be found that is there. What is wrong with one record does not matter here: a damaged text
 * is refused where it is read, and the others are answered.
 */
export function requireWhole(connection: Connection): void {
  if (connection.inspects || connection.bytes() > checkedAtOpen) return;
  let cursor: string | undefined;
  do {
    const page = checkStore(connection, { limit: 1000, cursor });
    const fault = page.faults.find(({ kind, id }) => kind !== 'checksum' && id === undefined);
    if (fault !== undefined)
      throw new MnemeError(
        'damaged',
        `${connection.path} is damaged (${fault.problem}): see what mneme doctor says, which can mend indexes, or restore the file from a backup`,
      );
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
