import type { StoreFault } from '@mneme/core/contract';
import { type CheckPart, type CheckRequest, nextRows } from './check-part.ts';
import type { Connection } from './connection.ts';
import { unlessDamaged } from './damaged.ts';
import { type IdKey, idOf } from './ids.ts';
import { allSpaces } from './spaces.ts';
import { isIntactVector, readVector } from './vector-rows.ts';

/** Vectors that belong to nothing, and damaged ones. */
export function checkVectors(connection: Connection, request: CheckRequest): CheckPart {
  const spaces = allSpaces(connection.spaces);
  const [number = 0, at = ''] =
    request.after === '' ? [] : (JSON.parse(request.after) as [number, string]);
  const space = spaces[number];
  if (space === undefined) return { faults: [], checked: 0 };
  const { rows, after } = nextRows({ ...request, after: at }, (first, last, limit) =>
    connection
      .statement<{ row: number; scope: string | null; id: IdKey | null; chunk: number | null }>(
        `SELECT v.row, s.name AS scope, r.id, c.row AS chunk FROM ${space.table} v
           LEFT JOIN records r ON r.row = v.row LEFT JOIN scopes s ON s.number = r.scope
           LEFT JOIN document_chunks c ON c.row = v.row
         WHERE v.row BETWEEN ? AND ? ORDER BY v.row LIMIT ?`,
      )
      .all(first, last, BigInt(limit)),
  );
  const faults = rows.flatMap(({ row, scope, id, chunk }): StoreFault[] => {
    if (id === null && chunk === null)
      return [
        {
          kind: 'orphan',
          problem: 'there is a vector of something that is not there',
          mend: 'store',
        },
      ];
    const [stored] = unlessDamaged(true, () => readVector(connection, space, row));
    if (stored !== undefined && isIntactVector(stored)) return [];
    const what = id === null ? 'a passage of a document' : 'the memory';
    const of = scope === null || id === null ? {} : { scope, id: idOf(id) };
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
  const done = after === undefined && number + 1 >= spaces.length;
  return { faults, checked: rows.length, after: done ? undefined : JSON.stringify(next) };
}
