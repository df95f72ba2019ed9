import type { StoreFault } from '@mneme/core/contract';
import { type CheckPart, type CheckRequest, nextRows } from './check-part.ts';
import { orphan } from './check-rows.ts';
import type { Connection } from './connection.ts';
import { rowsPerScope } from './row-numbers.ts';
import { allTables } from './spaces.ts';
import { vectorSum } from './vector-sum.ts';

/** Vectors of nothing that is there, and those that are not what was written. */
export function checkVectors(connection: Connection, request: CheckRequest): CheckPart {
  const tables = allTables(connection.spaces);
  const [number = 0, at = ''] =
    request.after === '' ? [] : (JSON.parse(request.after) as [number, string]);
  const table = tables[number];
  if (table === undefined) return { faults: [], checked: 0 };
  const { rows, after } = nextRows({ ...request, after: at }, (first, last, limit) =>
    connection
      .statement<{
        row: number;
        sum: number;
        scope: string | null;
        id: string | null;
        chunk: number | null;
      }>(
        `SELECT v.row, v.sum, s.name AS scope, r.id, c.row AS chunk FROM ${table}_sums v
           LEFT JOIN records r ON r.row = v.row LEFT JOIN scopes s ON s.number = r.scope
           LEFT JOIN document_chunks c ON c.row = v.row
         WHERE v.row BETWEEN ? AND ? ORDER BY v.row LIMIT ?`,
      )
      .all(first, last, BigInt(limit)),
  );
  const vectorOf = connection.column<Uint8Array>(`SELECT embedding FROM ${table} WHERE rowid = ?`);
  const faults = rows.flatMap(({ row, sum, scope, id, chunk }): StoreFault[] => {
    if (id === null && chunk === null)
      return [orphan('there is a vector of something that is not there')];
    const vector = vectorOf.get(BigInt(row));
    if (vector !== undefined && vectorSum(vector) === sum && isInPlace(connection, table, row))
      return [];
    const what = id === null ? 'a passage of a document' : 'the memory';
    const of = scope === null || id === null ? {} : { scope, id };
    return [
      {
        kind: 'vector',
        problem: `the vector of ${what} is not what was written`,
        ...of,
        mend: id === null ? 'none' : 'rewrite',
      },
    ];
  });
  const next = after !== undefined ? [number, after] : [number + 1, ''];
  const done = after === undefined && number + 1 >= tables.length;
  return { faults, checked: rows.length, after: done ? undefined : JSON.stringify(next) };
}

/** sqlite-vec finds a row's vector by one table, and the row of a vector that it has found by another one. */
function isInPlace(connection: Connection, table: string, row: number): boolean {
  const place = connection
    .statement<{ at: number; partition: number; rowids: Uint8Array; validity: Uint8Array }>(
      `SELECT r.chunk_offset AS at, c.partition00 AS partition, c.rowids, c.validity
       FROM ${table}_rowids r JOIN ${table}_chunks c ON c.chunk_id = r.chunk_id WHERE r.rowid = ?`,
    )
    .get(BigInt(row));
  if (place === undefined || place.partition !== Math.floor(row / rowsPerScope)) return false;
  const { at, rowids, validity } = place;
  const valid = (validity[at >> 3] ?? 0) & (1 << (at & 7));
  return valid !== 0 && Number(Buffer.from(rowids).readBigInt64LE(at * 8)) === row;
}

/** Whether there are as many vectors as something owns, in each of the tables that say so. */
export function countsAgree(connection: Connection, table: string): boolean {
  const counts = connection
    .statement<{ owned: number; placed: number; strange: number }>(
      `SELECT (SELECT count(*) FROM ${table}_sums) AS owned, (SELECT count(*) FROM ${table}_rowids) AS placed,
         (SELECT count(*) FROM ${table}_rowids v WHERE NOT EXISTS (SELECT 1 FROM ${table}_sums w WHERE w.row = v.rowid))
           AS strange`,
    )
    .get();
  const chunks = connection.column<Uint8Array>(`SELECT validity FROM ${table}_chunks`).all();
  const found = chunks.reduce(
    (sum, bits) => sum + bits.reduce((ones, byte) => ones + onesIn(byte), 0),
    0,
  );
  return counts?.strange === 0 && counts.owned === counts.placed && counts.owned === found;
}

function onesIn(byte: number): number {
  let ones = 0;
  for (let rest = byte; rest > 0; rest >>= 1) ones += rest & 1;
  return ones;
}
