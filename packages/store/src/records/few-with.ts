import type { ListRequest } from '@mneme/core/contract';
import { wantedFacets } from '../index/facets.ts';
import type { Cell, Row } from '../rows/rows.ts';
import type { RecordGround } from './ground.ts';
import { isAmong } from './list-order.ts';
import { passesBody, passesColumns } from './passes.ts';
import { recordColumns } from './record-row.ts';

/** Up to this many rows, looking them up and sorting is faster than walking the whole scope. */
const fewRows = 1000;

/** All rows of a list, in any order, if few have one of some required facets: then only these are read. */
export async function fewWith(
  { rows }: RecordGround,
  { scope, filter, turns }: ListRequest,
): Promise<Row[] | undefined> {
  const wanted = wantedFacets(filter);
  if (wanted.length === 0) return undefined;
  const answers = await rows.read(
    scope,
    wanted.flat().map((facet) => ({
      ...{ table: 'facets', index: 'by_facet', is: [scope, facet] },
      ...{ columns: ['number'], limit: fewRows + 1 },
    })),
  );
  let at = 0;
  const numbers = wanted
    .map((facets) => answers.slice(at, (at += facets.length)).flat())
    .map((found) => new Set(found.map(({ number }) => number as Cell)))
    .find(({ size }) => size <= fewRows);
  if (numbers === undefined) return undefined;
  const [found = []] = await rows.read(scope, [
    {
      ...{ table: 'records', index: 'by_number', any: Array.from(numbers, (each) => [scope, each]) },
      columns: [...recordColumns, 'session', 'sequence'],
    },
  ]);
  return found.filter(
    (row) => passesColumns(row, filter) && isAmong(row, turns) && passesBody(row, filter),
  );
}
