import { cursorCodec, type StoreCheckPage, type StoreFault } from '@mneme/core/backend';
import { examinedRows, type ReadableRows } from '../checksums/readable-rows.ts';
import { accountedTables } from '../checksums/scope-sums.ts';
import type { SummedRows } from '../checksums/summed-rows.ts';
import { moveMarkIn } from '../databases/moving.ts';
import type { Cell } from '../rows/rows.ts';
import { unlessDamaged } from '../rows/unless-damaged.ts';
import { lostKeyOf } from '../scopes/lost-key.ts';
import { metaIn, metaQuestion } from '../scopes/meta.ts';
import { scopeQuestion } from '../scopes/scope-writer.ts';
import { nextScope } from './next-scope.ts';
import { checkCounts } from './scope-counts.ts';
import {
  type CheckedPart,
  type CheckPlace,
  checkedTables,
  checkRows,
  checkUnscoped,
  type ScopeFault,
} from './table-checks.ts';

const checks: readonly ((place: CheckPlace) => Promise<CheckedPart>)[] = [
  ...checkedTables.map((table) => (place: CheckPlace) => checkRows(table, place)),
  checkCounts,
];
/** How often a part is read again, because others wrote to the scope between its reads. */
const attempts = 5;

const cursors = cursorCodec('check', ['string', 'number', 'string']);

/** Where the check goes on: in a scope, at one of its checks, behind a row. */
interface Place {
  scope: string;
  step: number;
  after: Cell[];
}

/**
 * First the store's own structure, then each scope, a limited number of rows at a time. What cannot be read is a fault.
 */
export async function checkStore(
  { rows: given, secret }: { rows: SummedRows; secret: string },
  { scope, limit, cursor }: { scope?: string; limit: number; cursor?: string },
): Promise<StoreCheckPage> {
  const owner = [secret, scope ?? ''];
  const rows = examinedRows(given);
  const from = cursors.decode(cursor, owner);
  const faults: StoreFault[] = [];
  /** What a read finds. If it cannot be read, that is a fault. */
  const found = <Found>(reading: Promise<Found>, of?: string): Promise<Found | undefined> =>
    unlessDamaged(reading, ({ message }) => {
      const fault: StoreFault = { kind: 'structure', problem: message, mend: 'none' };
      faults.push(of === undefined ? fault : { ...fault, scope: of });
      return undefined;
    });
  if (from === undefined) {
    faults.push(...((await given.check?.()) ?? []));
    if (scope === undefined) faults.push(...((await found(checkUnscoped(rows))) ?? []));
  }
  const { seal } = given;
  const next = async (after?: string): Promise<Place | undefined> => {
    if (scope !== undefined) return after === undefined ? { scope, ...begin } : undefined;
    const name = await found(nextScope({ ...rows, seal }, after));
    return name === undefined ? undefined : { scope: name, ...begin };
  };
  let place: Place | undefined = from
    ? { scope: from[0], step: from[1], after: JSON.parse(from[2]) as Cell[] }
    : await next();
  for (let checked = 0; place !== undefined && checked < limit; ) {
    const { scope: of }: Place = place;
    const part: CheckedScopePart = (await found(partAt(rows, given, { ...place, limit }), of)) ?? {
      faults: [],
      checked: 1,
    };
    for (const { change: _, ...fault } of part.faults) faults.push({ ...fault, scope: of });
    checked += Math.max(1, part.checked);
    if (part.after !== undefined) place = { ...place, after: part.after };
    else if (!part.skips && place.step + 1 < checks.length)
      place = { ...place, step: place.step + 1, after: [] };
    else place = await next(of);
  }
  if (place === undefined) return { faults };
  const { step, after } = place;
  return { faults, nextCursor: cursors.encode([place.scope, step, JSON.stringify(after)], owner) };
}

const begin = { step: 0, after: [] };

/** `skips`: nothing else of the scope can be checked. */
interface CheckedScopePart extends CheckedPart {
  skips?: boolean;
}

/** A part, again if others wrote while it found faults. */
async function partAt(
  rows: ReadableRows,
  given: SummedRows,
  { scope, step, after, limit }: Place & { limit: number },
): Promise<CheckedScopePart> {
  const only = (fault: ScopeFault) => ({ faults: [fault], checked: 1, skips: true });
  const isFirst = step === 0 && after.length === 0;
  const lost = isFirst ? await lostKeyOf(given, scope) : undefined;
  if (lost !== undefined) return only({ kind: 'checksum', problem: lost, mend: 'none' });
  for (let attempt = 1; ; attempt++) {
    const questions = [scopeQuestion(scope), metaQuestion];
    const [[state] = [], meta] = await rows.unchecked.read(scope, questions);
    if (state === undefined) {
      const problem = 'there are rows of a scope that is not there';
      return (await hasRows(rows, scope))
        ? only({ kind: 'structure', problem, mend: 'none' })
        : { faults: [], checked: 1, skips: true };
    }
    if (state.unread === 1)
      return only({ kind: 'structure', problem: 'its row cannot be read', mend: 'none' });
    if (state.erasing !== null) {
      const isMove = moveMarkIn(state.erasing) !== undefined;
      const problem = isMove
        ? 'a move to another database was begun and not finished: move it again'
        : 'an erasure was begun and not finished';
      return only({ kind: 'unfinished', problem, mend: isMove ? 'none' : 'store' });
    }
    const check = checks[step] as (typeof checks)[number];
    const part = await check({ rows, meta: metaIn(meta), state, scope, after, limit });
    if (part.faults.length === 0) return part;
    const [[now] = []] = await rows.unchecked.read(scope, questions);
    const isSame = now?.revision === state.revision && now?.epoch === state.epoch;
    if (isSame) return part;
    // Concurrent writes are no fault, and the next check finds what is one.
    if (attempt === attempts) return { ...part, faults: [] };
  }
}

async function hasRows({ unchecked }: ReadableRows, scope: string): Promise<boolean> {
  const answers = await unchecked.read(
    scope,
    ['audit', ...accountedTables].map((table) => ({
      ...{ table, is: [scope], limit: 1, columns: ['scope'] },
    })),
  );
  return answers.flat().length > 0;
}
