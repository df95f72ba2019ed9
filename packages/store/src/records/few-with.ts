import type { ListRequest } from '@mneme/core/backend';
import { wantedFacets } from '../index/facets.ts';
import type { Cell, RangeQuestion } from '../rows/rows.ts';
import type { RecordGround } from './ground.ts';
import { isAmong, type ListedRow } from './list-order.ts';
import { passing } from './passes.ts';
import { recordColumns } from './record-row.ts';

/** Up to this many rows, looking them up and sorting is faster than walking the whole scope. */
const fewRows = 1000;

/** All rows of a list, in any order, if few have one of some required facets: then only these are read. */
export async function fewWith(
  { rows }: RecordGround,
  { scope, filter, turns }: ListRequest,
): Promise<ListedRow[] | undefined> {
  const wanted = wantedFacets(filter);
  if (wanted.length === 0) return undefined;
  const asked = wanted.map((facets) => facets.map((facet) => questionOf(scope, facet)));
  const answers = (await rows.read(scope, asked.flat())).values();
  const numbers = asked
    .map((questions) => questions.flatMap(() => answers.next().value ?? []))
    .map((found) => new Set(found.map(({ number }) => number as Cell)))
    .find(({ size }) => size <= fewRows);
  if (numbers === undefined) return undefined;
  const [found = []] = await rows.read(scope, [
    {
      ...{
        table: 'records',
        index: 'by_number',
        any: Array.from(numbers, (each) => [scope, each]),
      },
      columns: [...recordColumns, 'session', 'sequence'],
    },
  ]);
  return passing(
    found.filter((row) => isAmong(row, turns)),
    filter,
  );
}

function questionOf(scope: string, facet: string): RangeQuestion {
  return {
    ...{ table: 'facets', index: 'by_facet', is: [scope, facet] },
    ...{ columns: ['number'], limit: fewRows + 1 },
  };
}
