import {
  cursorCodec,
  type MnemeError,
  type StoreCheckPage,
  type StoreFault,
} from '@mneme/core/contract';
import { examinedRows, type ReadableRows } from '../checksums/readable-rows.ts';
import { accountedTables } from '../checksums/scope-sums.ts';
import type { SummedRows } from '../checksums/summed-rows.ts';
import { moveMarkIn } from '../databases/moving.ts';
import type { Cell } from '../rows/rows.ts';
import { unlessDamaged } from '../rows/unless-damaged.ts';
import { lostKeyOf } from '../scopes/lost-key.ts';
import { metaIn, metaQuestion } from '../scopes/meta.ts';
import { scopeQuestion } from '../scopes/scope-writer.ts';
import { checkCounts } from './check-counts.ts';
import { checkChunks, checkDocuments, checkStores, checkVersions } from './check-documents.ts';
import { type CheckedPart, nextScope, type ScopeCheck } from './check-place.ts';
import { checkFacets, checkRecords, checkVectors } from './check-records.ts';

const checks: readonly ScopeCheck[] = [
  checkRecords,
  checkFacets,
  checkVectors,
  checkStores,
  checkDocuments,
  checkVersions,
  checkChunks,
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
  if (from === undefined) faults.push(...((await given.check?.()) ?? []));
  const next = async (after: string | undefined): Promise<Place | undefined> => {
    const name =
      scope === undefined
        ? await unlessDamaged(
            nextScope(rows, given.seal, after),
            (error) => void faults.push(unreadable(error)),
          )
        : after === undefined
          ? scope
          : undefined;
    return name === undefined ? undefined : { scope: name, step: 0, after: [] };
  };
  let place: Place | undefined = from
    ? { scope: from[0], step: from[1], after: JSON.parse(from[2]) as Cell[] }
    : await next(undefined);
  for (let checked = 0; place !== undefined && checked < limit; ) {
    const at: Place = place;
    const part = await unlessDamaged(
      partAt(rows, given, at, limit),
      (error): CheckedScopePart => ({
        faults: [{ ...unreadable(error), scope: at.scope }],
        checked: 1,
      }),
    );
    faults.push(...part.faults);
    checked += Math.max(1, part.checked);
    if (part.after !== undefined) place = { ...place, after: part.after };
    else if (!part.skips && place.step + 1 < checks.length)
      place = { ...place, step: place.step + 1, after: [] };
    else place = await next(place.scope);
  }
  if (place === undefined) return { faults };
  const { step, after } = place;
  return { faults, nextCursor: cursors.encode([place.scope, step, JSON.stringify(after)], owner) };
}

function unreadable({ message }: MnemeError): StoreFault {
  return { kind: 'structure', problem: message, mend: 'none' };
}

/** `skips`: nothing else of the scope can be checked. */
interface CheckedScopePart extends CheckedPart {
  skips?: boolean;
}

/** A part, again if others wrote while it found faults. */
async function partAt(
  rows: ReadableRows,
  given: SummedRows,
  { scope, step, after }: Place,
  limit: number,
): Promise<CheckedScopePart> {
  const isFirst = step === 0 && after.length === 0;
  const lost = isFirst ? await lostKeyOf(given, scope) : undefined;
  if (lost !== undefined)
    return {
      faults: [{ kind: 'checksum', problem: lost, scope, mend: 'none' }],
      checked: 1,
      skips: true,
    };
  const check = checks[step] as ScopeCheck;
  for (let attempt = 1; ; attempt++) {
    const questions = [scopeQuestion(scope), metaQuestion];
    const [[state] = [], meta] = await rows.unchecked.read(scope, questions);
    if (state === undefined) return { ...(await scopeless(rows, scope)), skips: true };
    if (state.erasing !== null) {
      const isMove = moveMarkIn(state.erasing) !== undefined;
      const problem = isMove
        ? 'a move to another database was begun and not finished: move it again'
        : 'an erasure was begun and not finished';
      return {
        faults: [{ kind: 'unfinished', problem, scope, mend: isMove ? 'none' : 'store' }],
        checked: 1,
        skips: true,
      };
    }
    const part = await check({ rows, meta: metaIn(meta), state, scope, after, limit });
    if (part.faults.length === 0) return part;
    const [[now] = []] = await rows.unchecked.read(scope, questions);
    const isSame = now?.revision === state.revision && now?.epoch === state.epoch;
    if (isSame) return part;
    // Concurrent writes are no fault, and the next check finds what is one.
    if (attempt === attempts) return { ...part, faults: [] };
  }
}

/** Rows of a scope that has no row itself. */
async function scopeless({ unchecked }: ReadableRows, scope: string): Promise<CheckedPart> {
  const answers = await unchecked.read(
    scope,
    ['audit', ...accountedTables].map((table) => ({
      ...{ table, is: [scope], limit: 1, columns: ['scope'] },
    })),
  );
  const problem = 'there are rows of a scope that is not there';
  const isThere = answers.flat().length > 0;
  return {
    faults: isThere ? [{ kind: 'structure', problem, scope, mend: 'none' }] : [],
    checked: 1,
  };
}
