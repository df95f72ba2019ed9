import { facetsOf, type MemoryRecord } from '@mneme/core/contract';
import type { Connection } from './connection.ts';
import { isIntact, type RecordRow, recordColumns, toRecord } from './rows.ts';
import type { ScopeRow } from './scope-table.ts';

type Findable = Pick<MemoryRecord, 'tags' | 'source' | 'metadata' | 'contests' | 'evidence'>;

interface FacetRows {
  scope: ScopeRow;
  row: number;
  facets: readonly string[];
}

/** Tags are stored among the facets; a real facet has two members, so they cannot be equal. */
export function tagFacet(tag: string): string {
  return JSON.stringify([tag]);
}

export function storedFacets(record: Findable): string[] {
  return [...new Set(record.tags.map(tagFacet)), ...facetsOf(record)];
}

export function facetsOfRow(
  connection: Connection,
  { scope, row }: Omit<FacetRows, 'facets'>,
): string[] {
  const stored = connection
    .statement<RecordRow>(`SELECT ${recordColumns} FROM records r WHERE r.row = ?`)
    .get(BigInt(row));
  if (stored === undefined) return [];
  if (isIntact(scope.name, stored)) return storedFacets(toRecord(scope.name, stored));
  // A damaged row does not tell its facets, so its entries are searched one by one.
  return connection
    .column<string>('SELECT facet FROM record_facets WHERE row = ?')
    .all(BigInt(row));
}

export function addFacets(connection: Connection, { scope, row, facets }: FacetRows): void {
  for (const facet of facets) {
    connection
      .statement('INSERT INTO record_facets (scope, facet, row) VALUES (?, ?, ?)')
      .run(scope.number, facet, BigInt(row));
  }
}

export function removeFacets(connection: Connection, { scope, row, facets }: FacetRows): void {
  for (const facet of facets) {
    connection
      .statement('DELETE FROM record_facets WHERE scope = ? AND facet = ? AND row = ?')
      .run(scope.number, facet, BigInt(row));
  }
}

/** Most changes of a record leave them as they are. */
export function replaceFacets(
  connection: Connection,
  { scope, row, facets: after }: FacetRows,
): void {
  const before = facetsOfRow(connection, { scope, row });
  const missingIn = (others: readonly string[]) => {
    const known = new Set(others);
    return (facet: string) => !known.has(facet);
  };
  removeFacets(connection, { scope, row, facets: before.filter(missingIn(after)) });
  addFacets(connection, { scope, row, facets: after.filter(missingIn(before)) });
}
