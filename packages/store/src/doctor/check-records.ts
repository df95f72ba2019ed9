import type { StoreFault } from '@mneme/core/contract';
import { hashedFacets } from '../index/facets.ts';
import { toRecord } from '../records/record-row.ts';
import type { Cell, Row } from '../rows/rows.ts';
import type { Space } from '../scopes/meta.ts';
import {
  byCells,
  type CheckPlace,
  cellsKey,
  pageQuestion,
  partOf,
  type ScopeCheck,
} from './check-place.ts';

/** Each record with its checksums, its facets and its vectors. */
export const checkRecords: ScopeCheck = async (place) => {
  const { rows, scope, meta, state } = place;
  const [page = []] = await rows.unchecked.read(scope, [pageQuestion('records', place)]);
  const numbers = page.map(({ number }) => number as number);
  const spaces = spacesOf(place);
  const [facets, ...vectors] = await rows.unchecked.read(scope, [
    { table: 'facets', any: numbers.map((number) => [scope, number]) },
    ...spaces.map((space) => ({
      table: 'vectors',
      any: numbers.map((number) => [scope, space.number, number]),
    })),
  ]);
  const facetsOf = byCells(facets, 'number');
  const vectorsOf = byCells(vectors.flat(), 'space', 'number');
  return partOf('records', page, {
    place,
    faultsOf(row) {
      const of = { scope, id: row.id as string };
      const fault = (
        kind: StoreFault['kind'],
        problem: string,
        mend: StoreFault['mend'],
      ): StoreFault => ({ kind, problem, ...of, mend });
      if (!rows.sums.isIntact('records', row))
        return [fault('checksum', 'the memory is not what was written', 'none')];
      const faults: StoreFault[] = [];
      if ((row.number as number) >= (state.next_number as number))
        faults.push(fault('counts', 'the memory has a number that is not given out yet', 'store'));
      const stored = facetsOf.get(cellsKey([row.number as Cell])) ?? [];
      if (!sameFacets(row, stored))
        faults.push(fault('facets', 'the tags or fields of the memory do not lead to it', 'store'));
      for (const space of row.kind === null ? [] : spaces) {
        const [vector] = vectorsOf.get(cellsKey([space.number, row.number as Cell])) ?? [];
        // A change of the embedder makes the others one after the other.
        if (vector === undefined && space !== meta.current) continue;
        if (vector === undefined)
          faults.push(fault('vector', 'the memory has no vector', 'rewrite'));
        else if (!isVector(vector, space, place))
          faults.push(
            fault('vector', 'the vector of the memory is not what was written', 'rewrite'),
          );
      }
      return faults;
    },
  });
};

/** The facets that a record must have. */
export function facetsFor(row: Row): string[] {
  return row.kind === null ? [] : hashedFacets(toRecord(row));
}

export function sameFacets(row: Row, stored: readonly Row[]): boolean {
  const wanted = facetsFor(row);
  const found = new Set(stored.map(({ facet }) => facet));
  return found.size === wanted.length && wanted.every((facet) => found.has(facet));
}

export function spacesOf({ meta }: Pick<CheckPlace, 'meta'>): Space[] {
  return [meta.current, meta.next].filter((space) => space !== undefined);
}

/** As long as its space wants it, or empty, for zeros. */
function isVector(row: Row, { embedder }: Space, { rows }: CheckPlace): boolean {
  if (!rows.sums.isIntact('vectors', row)) return false;
  const { length } = row.code as Uint8Array;
  return length === 0 || length === embedder.dimensions + 4;
}

/** Each facet: whether there is a record of its number. */
export const checkFacets: ScopeCheck = async (place) => {
  const { rows, scope } = place;
  const [page = []] = await rows.unchecked.read(scope, [pageQuestion('facets', place)]);
  const owners = await ownersOf(page, place, ['records']);
  const problem = 'a tag or field leads to a memory that does not have it';
  return partOf('facets', page, {
    place,
    faultsOf: ({ number }) =>
      owners.has(number as number) ? [] : [{ kind: 'facets', problem, scope, mend: 'store' }],
  });
};

/** Each vector: whether there is a record or a passage of its number. */
export const checkVectors: ScopeCheck = async (place) => {
  const { rows, scope } = place;
  const [page = []] = await rows.unchecked.read(scope, [pageQuestion('vectors', place)]);
  const owners = await ownersOf(page, place, ['records', 'chunks']);
  const of = { scope, mend: 'store' } as const;
  const problem = 'there is a vector of something that is not there';
  const passage = 'the vector of a passage of a document is not what was written';
  return partOf('vectors', page, {
    place,
    faultsOf(row): StoreFault[] {
      const owner = owners.get(row.number as number);
      if (owner === undefined) return [{ kind: 'orphan', problem, ...of }];
      const space = spacesOf(place).find(({ number }) => number === row.space);
      const isFine = owner === 'records' || space === undefined || isVector(row, space, place);
      return isFine ? [] : [{ kind: 'vector', problem: passage, scope, mend: 'none' }];
    },
  });
};

/** Which of these tables has a row of each number. */
export async function ownersOf(
  page: readonly Row[],
  { rows, scope }: Pick<CheckPlace, 'rows' | 'scope'>,
  tables: readonly ('records' | 'chunks')[],
): Promise<Map<number, string>> {
  const numbers = [...new Set(page.map(({ number }) => number as number))];
  const any = numbers.map((number) => [scope, number]);
  const answers = await rows.unchecked.read(
    scope,
    tables.map((table) => ({
      table,
      ...(table === 'records' && { index: 'by_number' }),
      any,
      columns: ['number'],
    })),
  );
  return new Map(
    answers.flatMap((found, at) =>
      found.map(({ number }) => [number as number, tables[at] as string] as const),
    ),
  );
}
