import type { StoreFault } from '@mneme/core/contract';
import type { CheckedPart } from './check-part.ts';
import type { Connection } from './connection.ts';
import { isNamed, runningErasures } from './erasures.ts';
import { type IdKey, idOf } from './ids.ts';
import { rowsPerScope } from './row-numbers.ts';
import { allSpaces, codesTable } from './spaces.ts';

const scopeOfRow = `t.row / ${rowsPerScope}`;
const hasNoScope = (number: string) => `${number} NOT IN (SELECT number FROM scopes)`;

interface Leftover {
  /** SQL: the table and the condition, for a SELECT or a DELETE. */
  from: string;
  fault: StoreFault;
}

/**
 * What indexes have under a number that no scope, no store of documents and no record has, and passages without their
 * document: nothing leads to them.
 */
function leftovers(connection: Connection): Leftover[] {
  const of = (
    table: string,
    problem: string,
    { number = 't.scope', kind = 'orphan' }: { number?: string; kind?: 'facets' | 'orphan' } = {},
  ): Leftover => ({
    from: `FROM ${table} AS t WHERE ${hasNoScope(number)}
      AND ${number} NOT IN (SELECT partition FROM document_stores)
      AND NOT EXISTS (SELECT 1 FROM records r
        WHERE r.row BETWEEN ${number} * ${rowsPerScope} AND (${number} + 1) * ${rowsPerScope} - 1)`,
    fault: { kind, problem, mend: 'store' },
  });
  const vector = 'there is a vector of something that is not there';
  const block = 'the index has something that is not there';
  const facet = 'a tag or field leads to a memory that does not have it';
  return [
    {
      from: `FROM document_chunks AS t WHERE NOT EXISTS (SELECT 1 FROM documents d WHERE d.number = t.document)`,
      fault: {
        kind: 'orphan',
        problem: 'there is a passage of a document that is not there',
        mend: 'store',
      },
    },
    of('record_facets', facet, { kind: 'facets' }),
    ...['heads', 'words'].map((table) => of(table, block)),
    ...allSpaces(connection.spaces).flatMap(({ table }) => [
      of(table, vector, { number: scopeOfRow }),
      of(codesTable(table), block),
    ]),
  ];
}

/** Rows that belong to no scope. An erasure under way has a scope, without its name. Not for a check of one scope. */
export function checkLeftovers(connection: Connection, scope?: string): CheckedPart {
  if (scope !== undefined) return { faults: [], checked: 0 };
  const structure = (problem: string, of: { scope?: string; id?: string } = {}): StoreFault => ({
    kind: 'structure',
    problem,
    ...of,
    mend: 'none',
  });
  const records = connection
    .column<IdKey>(`SELECT t.id FROM records t WHERE ${hasNoScope(scopeOfRow)} LIMIT 50`)
    .all();
  const stores = connection
    .statement<{ scope: string; id: string }>(
      `SELECT scope, id FROM document_stores WHERE ${hasNoScope('partition')} LIMIT 50`,
    )
    .all();
  const passages = connection
    .column(
      `SELECT 1 FROM document_chunks t JOIN documents d ON d.number = t.document
         JOIN document_stores s ON s.number = d.store WHERE ${scopeOfRow} <> s.partition LIMIT 50`,
    )
    .all();
  const erased = runningErasures(connection).map(({ number }) => number);
  const nameless = connection
    .column(
      `SELECT 1 FROM scopes WHERE NOT (${isNamed('name')})
         AND number NOT IN (SELECT value FROM json_each(?) WHERE value IS NOT NULL) LIMIT 50`,
    )
    .all(JSON.stringify(erased));
  const faults = [
    ...records.map((id) => structure('a record belongs to no scope', { id: idOf(id) })),
    ...stores.map((of) => structure('a store of documents has lost its index', of)),
    ...passages.map(() => structure('a passage of a document is in the index of another store')),
    ...nameless.map(() => structure('a scope has no name, but no erasure of it has begun')),
    ...leftovers(connection)
      .filter(({ from }) => connection.column(`SELECT 1 ${from} LIMIT 1`).get() !== undefined)
      .map(({ fault }) => fault),
  ];
  return { faults, checked: 1 };
}

/** Inside a transaction. */
export function removeLeftovers(connection: Connection): void {
  for (const { from } of leftovers(connection)) connection.execute(`DELETE ${from}`);
}
