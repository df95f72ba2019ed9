import type { Question, Row, RowPatch, Rows } from '../rows/rows.ts';
import { metaIn, metaQuestion } from '../scopes/meta.ts';
import { type ScopeState, scopeIn, scopeQuestion } from '../scopes/scope-writer.ts';
import { type IndexOwner, rowsAtOnce, rowsBetween, rowsOf, toIndexRows } from './index-rows.ts';
import type { IndexRow } from './row-index.ts';
import {
  partNumbers,
  partOf,
  type SegmentHead,
  segmentOf,
  segmentRow,
  segmentSum,
} from './segment.ts';

/** How often a part is read again because others write to its scope. */
const mostAttempts = 3;
/** Edits that are looked through to find segments without any. */
const mostEdits = 20_000;

/**
 * Writes the segment of a part from its rows. Nothing is written to the scope between the reading and the writing, so it
 * never has what was removed meanwhile. False: there was always another writer.
 */
export async function writeSegment(
  owner: IndexOwner,
  { rows, part }: { rows: Rows; part: number },
): Promise<boolean> {
  const { scope, storeId = '' } = owner;
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const [answer, scopes] = await rows.read(scope, [metaQuestion, scopeQuestion(scope)]);
    if (scopes?.length === 0) return false;
    const state = scopeIn(scopes);
    const space = metaIn(answer).current;
    const until = Math.min((part + 1) * partNumbers, state.next_number);
    const indexed: IndexRow[] = [];
    for (let next = part * partNumbers, isMore = true; isMore; ) {
      const [found = []] = await rows.read(scope, [
        { ...rowsBetween(owner, next, until), limit: rowsAtOnce },
      ]);
      isMore = found.length === rowsAtOnce;
      next = Number(found.at(-1)?.number) + 1;
      indexed.push(...(await toIndexRows(found, { scope, rows, space })));
    }
    const { epoch, revision } = state;
    const segment = segmentRow(
      { scope, owner: storeId, part, until, epoch, space: space?.number ?? 0, revision },
      segmentOf(indexed, space?.embedder),
    );
    const expect = [unchanged(scope, state)];
    if (await rows.write(scope, { expect, put: { segments: [segment] } })) return true;
  }
  return false;
}

/** Marks the segments that no edit has touched as read now, so that a start looks for later edits only. */
export async function renewSegments(owner: IndexOwner, rows: Rows): Promise<void> {
  const { scope, storeId = '' } = owner;
  const heads = segmentHeads(owner);
  const [before = []] = await rows.read(scope, [heads]);
  const since = Math.min(...before.map(({ revision }) => revision as number));
  const [scopes, found = [], edits = []] = await rows.read(scope, [
    scopeQuestion(scope),
    heads,
    {
      ...{ ...rowsOf(owner), columns: ['edited', 'number'], index: 'by_edit' },
      ...{ after: [since, Number.MAX_SAFE_INTEGER], limit: mostEdits },
    },
  ]);
  if (edits.length === mostEdits) return;
  const state = scopeIn(scopes);
  const last = lastEdits(edits);
  const patch = segmentsIn(found).flatMap(({ sum, ...head }): RowPatch[] => {
    if (head.epoch !== state.epoch || (last.get(head.part) ?? 0) > head.revision) return [];
    const { revision } = state;
    const set = { revision, sum: segmentSum({ ...head, revision }) };
    return [{ table: 'segments', key: [scope, storeId, head.part], set }];
  });
  await rows.write(scope, { expect: [unchanged(scope, state)], patch });
}

/** Asks for what the segments of an owner say of themselves. */
export function segmentHeads({ scope, storeId = '' }: IndexOwner): Question {
  const columns = [
    ...['scope', 'owner', 'part', 'until', 'epoch', 'space', 'revision', 'content_sum', 'sum'],
  ];
  return { table: 'segments', is: [scope, storeId], columns };
}

/** From the answer to {@link segmentHeads}: those that say what was written. */
export function segmentsIn(rows: readonly Row[]): (SegmentHead & { sum: number })[] {
  return (rows as unknown as (SegmentHead & { sum: number })[]).filter(
    ({ sum, ...head }) => segmentSum(head) === sum,
  );
}

/** The revision of the last edit in each part. */
function lastEdits(edits: readonly Row[]): Map<number, number> {
  const last = new Map<number, number>();
  for (const { number, edited } of edits) last.set(partOf(number as number), edited as number);
  return last;
}

function unchanged(scope: string, { revision }: ScopeState) {
  return { table: 'scopes', key: [scope], column: 'revision', value: revision };
}
