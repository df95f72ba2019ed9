import { isMemory, type KeptRecord, type StoreFault } from '@mneme/core/contract';
import { type CheckPart, type CheckRequest, nextRows } from './check-part.ts';
import type { Connection } from './connection.ts';
import { storedFacets } from './facet-rows.ts';
import { type FoundBy, foundByColumns, isFoundAs } from './found-by.ts';
import { idOf } from './ids.ts';
import { rowsPerScope } from './row-numbers.ts';
import { isIntact, type RecordRow, recordColumns, toRecord } from './rows.ts';
import { hasVector } from './vector-rows.ts';

interface Checked extends RecordRow {
  scope: number;
  scope_name: string | null;
}

const checkedColumns = `${recordColumns}, r.scope, s.name AS scope_name`;

/** Checks each record with its checksum, its columns, and whether it has a vector. */
export function checkRecords(connection: Connection, request: CheckRequest): CheckPart {
  const { rows, after } = nextRows(request, (first, last, limit) =>
    connection
      .statement<Checked>(
        `SELECT ${checkedColumns} FROM records r LEFT JOIN scopes s ON s.number = r.scope
         WHERE r.row BETWEEN ? AND ? ORDER BY r.row LIMIT ?`,
      )
      .all(first, last, BigInt(limit)),
  );
  const faults = rows.flatMap((row) => faultsOf(connection, row));
  return { faults, checked: rows.length, after };
}

function faultsOf(connection: Connection, row: Checked): StoreFault[] {
  const { scope_name: scope } = row;
  const id = idOf(row.id);
  if (scope === null || Math.floor(row.row / rowsPerScope) !== row.scope)
    return [{ kind: 'structure', problem: 'a record belongs to no scope', id, mend: 'none' }];
  const fault = (
    kind: StoreFault['kind'],
    problem: string,
    mend: StoreFault['mend'],
  ): StoreFault => ({ kind, problem, scope, id, mend });
  if (!isIntact(scope, row))
    return [fault('checksum', 'the memory is not what was written', 'none')];
  const record: KeptRecord = toRecord(scope, row);
  const faults: StoreFault[] = [];
  const found = connection
    .statement<FoundBy>(`SELECT ${foundByColumns} FROM records WHERE row = ?`)
    .get(BigInt(row.row));
  const known = connection.column(
    'SELECT 1 FROM record_facets WHERE scope = ? AND facet = ? AND row = ?',
  );
  const isFound =
    id === record.id &&
    found !== undefined &&
    isFoundAs(record, found) &&
    storedFacets(record).every((facet) => known.get(row.scope, facet, BigInt(row.row)));
  if (!isFound)
    faults.push(fault('facets', 'a tag or field of the memory does not lead to it', 'store'));
  const { current } = connection.spaces;
  if (current !== undefined && isMemory(record) && !hasVector(connection, current, row.row))
    faults.push(fault('vector', 'the memory has no vector', 'rewrite'));
  return faults;
}

/** Entries that lead to a record without that facet, or to none. */
export function checkFacets(
  connection: Connection,
  { partitions, after, limit, scope: scopeName }: CheckRequest,
): CheckPart {
  const [scope, facet, row] =
    after === '' ? [0, '', 0] : (JSON.parse(after) as [number, string, number]);
  const only =
    partitions === undefined ? '' : 'AND f.scope = (SELECT number FROM scopes WHERE name = ?)';
  const rows = connection
    .statement<{ of: number; facet: string; at: number } & Partial<Checked>>(
      `SELECT f.scope AS of, f.facet, f.row AS at, ${checkedColumns} FROM record_facets f
         LEFT JOIN records r ON r.row = f.row AND r.scope = f.scope LEFT JOIN scopes s ON s.number = r.scope
       WHERE (f.scope, f.facet, f.row) > (?, ?, ?) ${only} ORDER BY f.scope, f.facet, f.row LIMIT ?`,
    )
    .all(
      BigInt(scope),
      facet,
      BigInt(row),
      ...(partitions === undefined ? [] : [scopeName]),
      BigInt(limit),
    );
  const faults: StoreFault[] = [];
  for (const each of rows) {
    const { scope_name: name } = each;
    // Damaged records are reported with the records.
    if (typeof name === 'string' && !isIntact(name, each as Checked)) continue;
    const owned =
      typeof name === 'string' &&
      storedFacets(toRecord(name, each as Checked)).includes(each.facet);
    if (!owned)
      faults.push({
        kind: 'facets',
        problem: 'a tag or field leads to a memory that has not got it',
        ...(typeof name === 'string' ? { scope: name, id: idOf((each as Checked).id) } : {}),
        mend: 'store',
      });
  }
  const last = rows.at(-1);
  return {
    faults,
    checked: rows.length,
    after:
      last !== undefined && rows.length === limit
        ? JSON.stringify([last.of, last.facet, last.at])
        : undefined,
  };
}
