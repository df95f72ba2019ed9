import { isMemory, type KeptRecord, type StoreFault } from '@mneme/core/contract';
import { type CheckPart, type CheckRequest, nextRows } from './check-part.ts';
import { recordMetadata } from './commit.ts';
import type { Connection } from './connection.ts';
import { storedFacets } from './facet-rows.ts';
import { rowsPerScope } from './row-numbers.ts';
import { checksumOf, type RecordRow, recordColumns, toRecord } from './rows.ts';

type Checked = RecordRow & { scope_name: string | null; scope: number; zero_vector: number };

const checkedColumns = `${recordColumns}, r.scope, r.zero_vector, s.name AS scope_name`;

/** Each record with its own sum, its words, what it is found by, and what its vector is filtered by. */
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
  const { scope_name: scope, id } = row;
  if (scope === null || Math.floor(row.row / rowsPerScope) !== row.scope)
    return [{ kind: 'structure', problem: 'a record belongs to no scope', id, mend: 'none' }];
  const fault = (
    kind: StoreFault['kind'],
    problem: string,
    mend: StoreFault['mend'],
  ): StoreFault => ({ kind, problem, scope, id, mend });
  if (checksumOf(scope, row) !== row.checksum)
    return [fault('checksum', 'the memory is not what was written', 'none')];
  const record: KeptRecord = toRecord(scope, row);
  const faults: StoreFault[] = [];
  const words = connection
    .column<string>('SELECT terms FROM record_terms WHERE rowid = ?')
    .get(BigInt(row.row));
  if (words === undefined || countWords(words) !== row.length)
    faults.push(fault('words', 'the memory is not in the index of words as it is', 'rewrite'));
  const known = connection.column(
    'SELECT 1 FROM record_facets WHERE scope = ? AND facet = ? AND row = ?',
  );
  if (storedFacets(record).some((facet) => !known.get(row.scope, facet, BigInt(row.row))))
    faults.push(fault('facets', 'a tag or field of the memory does not lead to it', 'store'));
  const { current } = connection.spaces;
  if (current === undefined || row.zero_vector === 1 || !isMemory(record)) return faults;
  const filtered = connection
    .statement<Record<string, number>>(
      `SELECT category, importance, occurred_at, expires_at, valid_to, scope FROM ${current.table} WHERE rowid = ?`,
    )
    .get(BigInt(row.row));
  if (filtered === undefined) faults.push(fault('vector', 'the memory has no vector', 'rewrite'));
  else if (
    [...recordMetadata(record), BigInt(row.scope)].some(
      (value, index) => Number(value) !== Object.values(filtered)[index],
    )
  )
    faults.push(fault('vector', 'the vector is filtered by what the memory is not', 'rewrite'));
  return faults;
}

function countWords(words: string): number {
  return words === '' ? 0 : words.split(' ').length;
}

/** Those that lead to a record that does not have them, or is not there. */
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
    // What is damaged is told with the records.
    if (typeof name === 'string' && checksumOf(name, each as Checked) !== each.checksum) continue;
    const owned =
      typeof name === 'string' &&
      storedFacets(toRecord(name, each as Checked)).includes(each.facet);
    if (!owned)
      faults.push({
        kind: 'facets',
        problem: 'a tag or field leads to a memory that has not got it',
        ...(typeof name === 'string' ? { scope: name, id: each.id } : {}),
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

/** Words of nothing that is there. */
export function checkOrphans(connection: Connection, request: CheckRequest): CheckPart {
  const { rows, after } = nextRows(request, (first, last, limit) =>
    connection
      .statement<{ row: number; owned: number }>(
        `SELECT f.rowid AS row, (EXISTS (SELECT 1 FROM records r WHERE r.row = f.rowid)
           OR EXISTS (SELECT 1 FROM document_chunks c WHERE c.row = f.rowid)) AS owned
         FROM record_terms f WHERE f.rowid BETWEEN ? AND ? ORDER BY f.rowid LIMIT ?`,
      )
      .all(first, last, BigInt(limit)),
  );
  const faults = rows
    .filter(({ owned }) => owned === 0)
    .map((): StoreFault => orphan('the index of words has something that is not there'));
  return { faults, checked: rows.length, after };
}

export function orphan(problem: string): StoreFault {
  return { kind: 'orphan', problem, mend: 'store' };
}
