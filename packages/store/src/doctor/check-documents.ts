import type { DocumentVersion, StoreFault } from '@mneme/core/contract';
import type { Cell, Row } from '../rows/rows.ts';
import { byCells, cellsKey, pageQuestion, partOf, type ScopeCheck } from './check-place.ts';

/** The rows of a table, each with its checksums. */
const checkSums =
  (table: 'stores' | 'versions', problem: string, most = Number.POSITIVE_INFINITY): ScopeCheck =>
  async (given) => {
    const place = { ...given, limit: Math.min(given.limit, most) };
    const { rows, scope } = place;
    const [page = []] = await rows.unchecked.read(scope, [pageQuestion(table, place)]);
    return partOf(table, page, {
      place,
      faultsOf: (row): StoreFault[] =>
        rows.sums.isIntact(table, row)
          ? []
          : [{ kind: 'checksum', problem, scope, id: row.id as string, mend: 'none' }],
    });
  };

export const checkStores = checkSums('stores', 'the document store is not what was written');

/** Each has a whole content. */
export const checkVersions = checkSums('versions', 'the version is not what was written', 100);

/** Each document with its checksum and with its last version. */
export const checkDocuments: ScopeCheck = async (place) => {
  const { rows, scope } = place;
  const [page = []] = await rows.unchecked.read(scope, [pageQuestion('documents', place)]);
  const [versions] = await rows.unchecked.read(scope, [
    {
      table: 'versions',
      any: page.map((row) => [scope, row.store as Cell, row.version_id as Cell]),
      columns: ['store', 'id', 'version'],
    },
  ]);
  const known = byCells(versions, 'store', 'id');
  return partOf('documents', page, {
    place,
    faultsOf(row): StoreFault[] {
      const [version] = known.get(cellsKey([row.store as Cell, row.version_id as Cell])) ?? [];
      const isFine = rows.sums.isIntact('documents', row) && isOf(version, row);
      const problem = 'the document is not what was written';
      return isFine
        ? []
        : [{ kind: 'checksum', problem, scope, id: row.id as string, mend: 'none' }];
    },
  });
};

function isOf(version: Row | undefined, { id, sha256 }: Row): boolean {
  if (version === undefined) return false;
  try {
    const said: DocumentVersion = JSON.parse(version.version as string);
    return said.documentId === id && said.contentSha256 === sha256;
  } catch {
    return false;
  }
}

/** Each passage with its checksum, and whether its document is there. */
export const checkChunks: ScopeCheck = async (place) => {
  const { rows, scope } = place;
  const [page = []] = await rows.unchecked.read(scope, [pageQuestion('chunks', place)]);
  const [documents] = await rows.unchecked.read(scope, [
    {
      table: 'documents',
      any: page.map((row) => [scope, row.store as Cell, row.document as Cell]),
      columns: ['store', 'id'],
    },
  ]);
  const known = byCells(documents, 'store', 'id');
  return partOf('chunks', page, {
    place,
    faultsOf(row): StoreFault[] {
      if (!rows.sums.isIntact('chunks', row)) {
        const problem = 'a passage of a document is not what was written';
        return [{ kind: 'checksum', problem, scope, id: row.document as string, mend: 'none' }];
      }
      const problem = 'there is a passage of a document that is not there';
      return known.has(cellsKey([row.store as Cell, row.document as Cell]))
        ? []
        : [{ kind: 'orphan', problem, scope, mend: 'store' }];
    },
  });
};
