import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { MnemeError } from '@mneme/core/contract';
import type { Question, Row, Rows } from '../rows/rows.ts';
import { type Meta, metaIn, metaQuestion } from '../scopes/meta.ts';
import { type ScopeState, scopeIn, scopeQuestion } from '../scopes/scope-writer.ts';
import { CachedIndex, type CacheRoom } from './cached-index.ts';
import {
  codesFrom,
  type IndexOwner,
  rowsAtOnce,
  rowsBetween,
  rowsOf,
  toIndexRows,
} from './index-rows.ts';
import { removalsSince, removedIn } from './removals.ts';
import type { IndexPart } from './row-index.ts';
import { partNumbers, readSegment, type SegmentHead } from './segment.ts';
import { segmentHeads, segmentsIn } from './segment-writer.ts';

/** What a step of reading has come to. `stale`: the index cannot be brought up to date; read another one. */
export type Step = 'done' | 'more' | 'stale';

const segmentsAtOnce = 4;
/** Reading numbers only is quick. */
const numbersAtOnce = 20_000;

/** Reads the index of one owner from rows, a step at a time: all there is, then what has changed. */
export class IndexReader {
  readonly #owner: IndexOwner;
  readonly #rows: Rows;
  /** The revision at which the reading began. */
  #openedAt: number | undefined;

  constructor(owner: IndexOwner, rows: Rows) {
    this.#owner = owner;
    this.#rows = rows;
  }

  async open(room: CacheRoom): Promise<CachedIndex> {
    const { scope } = this.#owner;
    const [answer, scopes, kept = []] = await this.#rows.read(scope, [
      metaQuestion,
      scopeQuestion(scope),
      segmentHeads(this.#owner),
    ]);
    const [meta, state] = [metaIn(answer), scopeIn(scopes)];
    this.#openedAt = state.revision;
    const space = meta.current?.number ?? 0;
    const segments = segmentsIn(kept).filter(
      (each) =>
        each.epoch === state.epoch && each.space === space && each.revision <= state.revision,
    );
    const cached = new CachedIndex({ ...room, meta, state, segments });
    cached.isRead = scopes?.length === 0;
    return cached;
  }

  step(cached: CachedIndex): Promise<Step> {
    if (!cached.isRead) return this.#readOn(cached);
    if (cached.edits !== undefined) return this.#readEdits(cached, cached.edits);
    return this.#catchUp(cached);
  }

  /** Reads the next rows by number: from segments, or as they are. */
  async #readOn(cached: CachedIndex): Promise<Step> {
    const { next } = cached;
    const at = cached.segments.findIndex(({ part }) => part * partNumbers >= next);
    const end = at < 0 ? undefined : (cached.segments[at] as SegmentHead).part * partNumbers;
    if (end === next) return this.#readSegments(cached, at);
    const [rows = [], codes = [], ...moment] = await this.#rows.read(this.#owner.scope, [
      { ...rowsBetween(this.#owner, next, end), limit: rowsAtOnce },
      codesFrom(this.#owner, cached.meta.current, next),
      ...this.#momentQuestions(),
    ]);
    await this.#put(cached, rows, { from: next, found: codes });
    const last = rows.at(-1)?.number as number | undefined;
    if (rows.length === rowsAtOnce) cached.next = (last as number) + 1;
    else if (end !== undefined) cached.next = end;
    else {
      cached.next = (last ?? next - 1) + 1;
      cached.isRead = true;
      return this.#endIfSame(cached, moment);
    }
    return 'more';
  }

  async #readSegments(cached: CachedIndex, at: number): Promise<Step> {
    const { scope, storeId = '' } = this.#owner;
    const { part: first } = cached.segments[at] as SegmentHead;
    const following = cached.segments.slice(at, at + segmentsAtOnce);
    const wanted = following.filter(
      ({ part }, index) => part === first + index && following.slice(0, index).every(isFull),
    );
    const [found = []] = await this.#rows.read(scope, [
      {
        ...{ table: 'segments', any: wanted.map(({ part }) => [scope, storeId, part]) },
        columns: ['part', 'content'],
      },
    ]);
    const contents = new Map(found.map(({ part, content }) => [part, content as Uint8Array]));
    for (const { part, until, content_sum } of wanted) {
      const whole = wholePart(contents.get(part), content_sum);
      if (whole === undefined) {
        // Removed by a write meanwhile, or not what was written: read from rows.
        cached.lacksSegment(part);
        return 'more';
      }
      if (whole.numbers.length > 0) cached.index.add(whole);
      cached.next = until;
    }
    return 'more';
  }

  /** Rows that were changed in place while others were read, or since their segment was written. */
  async #readEdits(cached: CachedIndex, after: [number, number]): Promise<Step> {
    const [rows = [], ...moment] = await this.#rows.read(this.#owner.scope, [
      { ...rowsOf(this.#owner), index: 'by_edit', after, limit: rowsAtOnce },
      ...this.#momentQuestions(),
    ]);
    await this.#put(cached, rows);
    const last = rows.at(-1);
    const isLast = last === undefined || rows.length < rowsAtOnce;
    cached.edits = isLast ? undefined : [last.edited as number, last.number as number];
    return this.#endIfSame(cached, moment);
  }

  /** Asks for what tells whether an index has all that there is. */
  #momentQuestions(): Question[] {
    const { scope, storeId } = this.#owner;
    const ofStore = { table: 'stores', any: [[scope, storeId ?? '']], columns: ['chunks'] };
    return [metaQuestion, scopeQuestion(scope), ...(storeId === undefined ? [] : [ofStore])];
  }

  #momentIn([answer, scopes, stores = []]: readonly Row[][]): Moment {
    const state = scopeIn(scopes);
    const count =
      this.#owner.storeId === undefined ? state.records : Number(stores[0]?.chunks ?? 0);
    return { meta: metaIn(answer), state, count };
  }

  /** All is read, if nothing was written since the reading began: else what has changed is read next. */
  #endIfSame(cached: CachedIndex, answers: readonly Row[][]): Step | Promise<Step> {
    const moment = this.#momentIn(answers);
    const isSame = cached.fits(moment.meta, moment.state);
    if (cached.edits !== undefined || !isSame || moment.state.revision !== cached.revision)
      return 'more';
    return this.#end(cached, moment);
  }

  /** All is read that there is at that moment. */
  #end(cached: CachedIndex, { state, count }: Moment): Step | Promise<Step> {
    cached.next = Math.max(cached.next, state.next_number);
    cached.reach(state);
    return cached.index.count === count ? done(cached) : this.#readNumbers(cached);
  }

  /** Reads what has changed, all of one moment. */
  async #catchUp(cached: CachedIndex): Promise<Step> {
    const { scope } = this.#owner;
    const since = cached.revision;
    const changes: Question = {
      ...{ ...rowsOf(this.#owner), index: 'by_change' },
      ...{ after: [since, Number.MAX_SAFE_INTEGER], limit: rowsAtOnce },
    };
    const [rows = [], removals = [], codes = [], ...answers] = await this.#rows.read(scope, [
      changes,
      removalsSince(scope, since),
      codesFrom(this.#owner, cached.meta.current, cached.next),
      ...this.#momentQuestions(),
    ]);
    const [, scopes] = answers;
    const moment = this.#momentIn(answers);
    const { state } = moment;
    if (scopes?.length === 0 && since === 0) return done(cached);
    if (!cached.fits(moment.meta, state)) return 'stale';
    // As many new rows are read faster from their segments, with all others.
    if (rows.length === rowsAtOnce && state.next_number - cached.next > cached.next + partNumbers)
      return 'stale';
    cached.meta = moment.meta;
    cached.index.remove(removedIn(removals));
    if (rows.length === rowsAtOnce) {
      cached.isComplete = false;
      cached.editedSince(since);
      cached.isRead = false;
      cached.reach(state);
      return 'more';
    }
    await this.#put(cached, rows, { from: cached.next, found: codes });
    return this.#end(cached, moment);
  }

  /** Finds removed rows that the log of removals no longer has. */
  async #readNumbers(cached: CachedIndex): Promise<Step> {
    const numbers: number[] = [];
    for (let isMore = true; isMore; ) {
      const [found = []] = await this.#rows.read(this.#owner.scope, [
        {
          ...{ ...rowsOf(this.#owner), columns: ['number'], index: 'by_number' },
          ...{ after: [numbers.at(-1) ?? -1], limit: numbersAtOnce },
        },
      ]);
      for (const { number } of found) numbers.push(number as number);
      isMore = found.length === numbersAtOnce;
      await setImmediate();
    }
    const before = cached.index.count;
    cached.index.keep(Int32Array.from(numbers));
    if (cached.index.count < before) return 'more';
    // Only what was read while nobody wrote tells of damage.
    if (cached.isComplete || cached.revision !== this.#openedAt) return 'stale';
    const { scope } = this.#owner;
    throw new MnemeError(
      'damaged',
      `the count of what is stored in the scope ${scope} is not that of its rows: see what mneme db doctor says`,
    );
  }

  /** Adds rows, and those that are known already in their places. */
  async #put(
    cached: CachedIndex,
    found: readonly Row[],
    codes?: { from: number; found: readonly Row[] },
  ): Promise<void> {
    const { scope } = this.#owner;
    const space = cached.meta.current;
    cached.put(await toIndexRows(found, { scope, rows: this.#rows, space, codes }));
  }
}

/** What there is, as one read answers it. */
interface Moment {
  meta: Meta;
  state: ScopeState;
  /** Of rows in the index. */
  count: number;
}

function isFull({ part, until }: SegmentHead): boolean {
  return until === (part + 1) * partNumbers;
}

function done(cached: CachedIndex): Step {
  cached.isComplete = true;
  return 'done';
}

function wholePart(content: Uint8Array | undefined, sum: number): IndexPart | undefined {
  return content !== undefined && crc32(content) === sum ? readSegment(content) : undefined;
}
