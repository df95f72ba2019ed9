import { randomBytes, randomUUID } from 'node:crypto';
import { MnemeError, type Remains, sameEmbedder } from '@mneme/core/backend';
import { countScope } from '../audit/scope-births.ts';
import type { SummedRows } from '../checksums/summed-rows.ts';
import type { Row, RowExpectation } from '../rows/rows.ts';
import { changeMeta, type Meta, metaIn, metaQuestion, metaUnchanged } from '../scopes/meta.ts';
import { pastWith } from '../scopes/past.ts';
import { scopeIn, scopeQuestion, scopeUnchanged } from '../scopes/scope-writer.ts';
import type { OpenPart } from '../store-backend.ts';
import { assertEqual, type CopyPass, copyRows } from './copy-rows.ts';
import type { Directory, Journal, Place } from './directory.ts';
import { type MoveMark, type Moving, moveMarkIn, otherMove } from './moving.ts';

/** How long writers wait for a process that was killed while it kept them waiting. */
const leaseMs = 10_000;
/** Passes beside writers, before they must wait for the last one. */
const freePasses = 4;
/** Counts of reads change even then. */
const lastPasses = 3;
/** Writers wait for the copying of so few rows. */
const fewRows = 500;

/** What a move uses. */
export interface MoveGround {
  directory: Directory;
  /** An open database, by its name. Rejects with `unavailable`. */
  part(name: string): Promise<OpenPart>;
}

/** Of one move. */
export interface MoveOptions {
  /** Name of the database. */
  to: string;
  /** Called after each step with the rows that were copied so far. */
  onProgress?: ((progress: { scope: string; rows: number }) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** What a move did. */
export interface MovedScope {
  scope: string;
  /** The database before: the same as `to` if it was there already. */
  from: string;
  to: string;
  /** Rows that this call copied. */
  rows: number;
  /** How long writers of the scope had to wait, in milliseconds. */
  heldMs: number;
  /** Whether bytes of it are left where it was. */
  remains: Remains;
}

/**
 * Moves a scope in these steps, of which each is one write, and which a second call continues wherever the first ended:
 *
 * 1. The directory notes the move. The target gets a hidden row of the scope, then copies of its rows, while others write.
 * 2. The source's row makes writers wait; the rest is copied and compared.
 * 3. The source's row is hidden: this is the switch, and nothing can be written there any more.
 * 4. The target's row is shown, and the directory names the target. Whoever needs the scope does this too.
 * 5. The rows of the source are removed.
 */
export async function moveScope(
  scope: string,
  { to, onProgress, signal }: MoveOptions,
  ground: MoveGround,
): Promise<MovedScope> {
  const { directory, part } = ground;
  const found = await directory.look(scope);
  if (found === undefined)
    throw new MnemeError('not_found', `there is no scope ${scope}`, { field: 'scope' });
  let place = await settle(scope, found, ground);
  const from = place.moving?.from ?? place.home;
  let remains: Remains = { bytes: 'removed' };
  // An earlier call ended after the switch.
  if (place.moving?.from !== undefined) [place, remains] = await clean(scope, place, ground);
  if (place.moving !== undefined && place.moving.to !== to)
    place = await cancel(scope, place, ground);
  if (place.home === to) return { scope, from, to, rows: 0, heldMs: 0, remains };
  const target = await part(to);
  const source = await part(place.home);
  const noted = await take(scope, { place, to }, ground);
  const journal = noted.moving;
  if (journal?.to !== to) return moveScope(scope, { to, onProgress, signal }, ground);
  const isNoted = async () => (await directory.look(scope))?.moving?.id === journal.id;
  const move = new Move(scope, { source, target, journal: { ...journal, to }, isNoted });
  await move.copyAndSwitch({ onProgress, signal });
  const switched = await settle(scope, noted, ground);
  const { rows, heldMs } = move;
  const [, left] = await clean(scope, switched, ground);
  return { scope, from, to, rows, heldMs, remains: left };
}

/** Notes the move in the directory. What another process has begun ends here, unless it has switched. */
async function take(
  scope: string,
  { place, to }: { place: Place; to: string },
  ground: MoveGround,
): Promise<Place> {
  const noted = { ...place, moving: { id: randomUUID(), to }, isListed: true };
  if (!(await ground.directory.change(scope, place, noted))) throw otherMove(scope);
  if (place.moving === undefined) return noted;
  const { rows } = await ground.part(place.home);
  // The source is written, so that the switch of a process that still runs finds another revision.
  for (;;) {
    const state = await stateOf(rows, scope);
    if (state === undefined || (await put(rows, scope, state, { moving: null }))) return noted;
    if (moveMarkIn((await stateOf(rows, scope))?.erasing)) return settle(scope, noted, ground);
  }
}

/** Finishes a switch that has begun. Anybody may do so, at the same time too. Returns where the scope is then. */
export async function settle(scope: string, place: Place, ground: MoveGround): Promise<Place> {
  const { home, moves, was, moving } = place;
  if (moving?.to === undefined) return place;
  const { id, to } = moving;
  const mark = moveMarkIn((await stateOf((await ground.part(home)).rows, scope))?.erasing);
  if (mark?.move === 'out') {
    const { rows } = await ground.part(to);
    const state = await stateOf(rows, scope);
    const copy = moveMarkIn(state?.erasing);
    if (copy?.ready && copy.id === mark.id) await show(rows, scope, state as Row);
    await ground.directory.change(scope, place, {
      ...{ home: to, moves: moves + 1, moving: { id, from: home } },
      was: [...new Set([...was, home])].filter((name) => name !== to),
    });
  }
  return (await ground.directory.look(scope)) ?? place;
}

async function show(rows: SummedRows, scope: string, state: Row): Promise<void> {
  const revision = Number(state.revision) + 1;
  const past = pastWith(state.past as string | null, revision, newStamp());
  await rows.unchecked.write(undefined, {
    expect: [isMarked(scope, state.erasing as string)],
    put: { scopes: [rows.sums.withSums('scopes', { ...state, erasing: null, revision, past })] },
  });
}

/** Removes what a finished move has left behind. Returns where the scope is, and whether bytes of it are left. */
export async function clean(
  scope: string,
  place: Place,
  { directory, part }: MoveGround,
): Promise<[Place, Remains]> {
  if (place.moving?.from === undefined) return [place, { bytes: 'removed' }];
  const { rows, erasures, forget } = await part(place.moving.from);
  // Who has read that there is no such scope yet, and where new ones belong, decides again.
  await changeMeta(rows, (meta) => ({ ...meta }));
  await forget(scope);
  await erasures.finish(scope, { moved: true });
  await directory.change(scope, place, { ...place, moving: undefined });
  const unknown: Remains = { bytes: 'pending', bytesReason: 'the store cannot tell' };
  const remains = (await rows.remains?.({ wait: true })) ?? unknown;
  return [(await directory.look(scope)) ?? place, remains];
}

/** Ends a move before its switch, and removes the copy. Returns where the scope is. */
export async function cancel(scope: string, place: Place, ground: MoveGround): Promise<Place> {
  const to = place.moving?.to as string;
  const target = await ground.part(to);
  const taken = await take(scope, { place, to }, ground);
  if (taken.moving?.to !== to) return taken;
  await target.forget(scope);
  await target.erasures.finish(scope, { moved: true });
  await ground.directory.change(scope, taken, { ...taken, moving: undefined });
  return (await ground.directory.look(scope)) ?? taken;
}

/** Copies a scope and hides it in the source. */
class Move {
  rows = 0;
  heldMs = 0;
  readonly #scope: string;
  readonly #source: SummedRows;
  readonly #target: OpenPart;
  readonly #journal: Journal & { to: string };
  readonly #isNoted: () => Promise<boolean>;
  readonly #mark: string;

  constructor(
    scope: string,
    {
      source,
      target,
      journal,
      isNoted,
    }: {
      source: OpenPart;
      target: OpenPart;
      journal: Journal & { to: string };
      isNoted: () => Promise<boolean>;
    },
  ) {
    this.#scope = scope;
    this.#source = source.rows;
    this.#target = target;
    this.#journal = journal;
    this.#isNoted = isNoted;
    this.#mark = JSON.stringify({ move: 'in', id: journal.id } satisfies MoveMark);
  }

  async copyAndSwitch({ onProgress, signal }: Omit<MoveOptions, 'to'>): Promise<void> {
    const scope = this.#scope;
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      if (!(await this.#isNoted())) throw otherMove(scope);
      const metas = await this.#metas();
      const state = await stateOf(this.#source, scope);
      if (state === undefined) {
        if (await this.#fenceEmpty()) return;
        continue;
      }
      // Another process has switched.
      if (moveMarkIn(state.erasing)?.move === 'out') return;
      if (state.erasing !== null)
        throw new MnemeError('conflict', `the scope ${scope} is being erased`, { field: 'scope' });
      await this.#takePlace(state);
      const pass = await this.#pass(metas, () => {
        signal?.throwIfAborted();
        onProgress?.({ scope, rows: this.rows });
      });
      const now = await stateOf(this.#source, scope);
      if (now === undefined || now.epoch !== state.epoch) continue;
      const isQuiet = now.revision === state.revision;
      if (isQuiet) assertEqual(scope, pass, state);
      // Most scopes are quiet, so their writers wait only for the switch itself.
      const isSame = isQuiet && pass.changed === 0;
      if (!isSame && pass.changed > fewRows && attempt < freePasses) continue;
      const began = performance.now();
      const held = await this.#hold(now);
      if (held === undefined) continue;
      const isDone = await this.#lastPass(held, { metas, pass: isSame ? pass : undefined });
      this.heldMs += Math.round(performance.now() - began);
      if (isDone) return;
    }
  }

  /** Both use the same model, and none is changed to another one meanwhile. */
  async #metas(): Promise<{ source: Meta; target: Meta }> {
    const read = async (rows: SummedRows) =>
      metaIn((await rows.read(undefined, [metaQuestion]))[0]);
    const [source, target] = [await read(this.#source), await read(this.#target.rows)];
    if (source.next ?? target.next)
      throw new MnemeError(
        'conflict',
        'the embedding model is being changed: finish "mneme db reembed" first, then move',
      );
    const [one, other] = [source.current?.embedder, target.current?.embedder];
    if (one !== undefined && (other === undefined || !sameEmbedder(one, other)))
      throw new MnemeError(
        'embedder_mismatch',
        `the database ${this.#journal.to} has vectors of ${other?.name ?? 'no model'}, and the scope has those of ${one.name}: change its model first with "mneme db reembed"`,
      );
    return { source, target };
  }

  /** A hidden row of the scope in the target, which makes the copy that of this move. */
  async #takePlace(state: Row): Promise<void> {
    const { rows, erasures } = this.#target;
    const [scope, erasing] = [this.#scope, this.#mark];
    for (;;) {
      const there = await stateOf(rows, scope);
      const mark = moveMarkIn(there?.erasing);
      if (there !== undefined && mark === undefined) {
        // Of an erasure that was begun here long ago.
        if ((await erasures.finish(scope)) !== undefined) continue;
        throw new MnemeError(
          'conflict',
          `the database ${this.#journal.to} has a scope ${scope} too, which the list of scopes does not know`,
          { field: 'to' },
        );
      }
      if (mark !== undefined && (mark.move === 'out' || there?.epoch !== state.epoch)) {
        await erasures.finish(scope, { moved: true });
        continue;
      }
      if (mark?.id === this.#journal.id && mark.ready === undefined) return;
      const isWritten = await rows.unchecked.write(undefined, {
        expect: [isMarked(scope, there?.erasing as string | undefined)],
        put: { scopes: [rows.sums.withSums('scopes', { ...state, moving: null, erasing })] },
        patch: there === undefined ? [countScope(scope, state.epoch as string, 1)] : [],
      });
      if (isWritten) return;
    }
  }

  #pass(
    { source, target }: { source: Meta; target: Meta },
    onStep: () => void | Promise<void>,
  ): Promise<CopyPass> {
    return copyRows({
      scope: this.#scope,
      ...{ from: this.#source, to: this.#target.rows },
      spaces: { from: source.current?.number, to: target.current?.number },
      expect: [isMarked(this.#scope, this.#mark)],
      onStep: (rows) => {
        this.rows += rows;
        return onStep();
      },
    });
  }

  /** Makes writers wait. Undefined: one was faster. */
  #hold(state: Row): Promise<Row | undefined> {
    const moving: Moving = { to: this.#journal.to, until: Date.now() + leaseMs };
    return put(this.#source, this.#scope, state, { moving: JSON.stringify(moving) });
  }

  /** False: others wrote, because it took too long. `pass`: one that found both equal, since when nothing was written. */
  async #lastPass(
    begun: Row,
    { metas, pass }: { metas: { source: Meta; target: Meta }; pass: CopyPass | undefined },
  ): Promise<boolean> {
    const scope = this.#scope;
    let [held, heldAt]: [Row | undefined, number] = [begun, Date.now()];
    try {
      let last = pass;
      for (let count = 0; last === undefined || (last.changed > 0 && count < lastPasses); count++) {
        last = await this.#pass(metas, async () => {
          if (Date.now() - heldAt < leaseMs / 4) return;
          held = held && (await this.#hold(held));
          if (held === undefined) throw new Outrun();
          heldAt = Date.now();
        });
        const now = await stateOf(this.#source, scope);
        if (now?.revision !== held?.revision || now?.epoch !== held?.epoch) return false;
        assertEqual(scope, last, held);
      }
      const sums = Object.entries(last.sums).map(([table, { copy }]) => [table, copy]);
      const ready: MoveMark = { move: 'in', id: this.#journal.id, ready: true };
      const { rows } = this.#target;
      const state = {
        ...{ ...held, moving: null, erasing: JSON.stringify(ready) },
        sums: JSON.stringify(Object.fromEntries(sums)),
      };
      const isReady = await rows.unchecked.write(undefined, {
        expect: [isMarked(scope, this.#mark), metaUnchanged(metas.target)],
        put: { scopes: [rows.sums.withSums('scopes', state)] },
      });
      if (!isReady) return false;
      if (await this.#hide(held, metas.source)) {
        held = undefined;
        return true;
      }
      return false;
    } catch (error) {
      if (error instanceof Outrun) return false;
      throw error;
    } finally {
      if (held !== undefined) await put(this.#source, scope, held, { moving: null });
    }
  }

  /** The switch. */
  #hide(state: Row, meta: Meta): Promise<Row | undefined> {
    const out: MoveMark = { move: 'out', id: this.#journal.id };
    const change = { moving: null, erasing: JSON.stringify(out) };
    return put(this.#source, this.#scope, state, change, [metaUnchanged(meta)]);
  }

  /** A scope without rows has nothing to copy, but must not be written in the source any more. */
  async #fenceEmpty(): Promise<boolean> {
    const out: MoveMark = { move: 'out', id: this.#journal.id, empty: true };
    const { sums, unchecked } = this.#source;
    const state = { ...scopeIn(), scope: this.#scope, erasing: JSON.stringify(out) };
    await this.#target.erasures.finish(this.#scope, { moved: true });
    return unchecked.write(undefined, {
      expect: [isMarked(this.#scope, undefined)],
      put: { scopes: [sums.withSums('scopes', state)] },
      patch: [countScope(this.#scope, state.epoch, 1)],
    });
  }
}

/** Writers did not wait, because the time was over. */
class Outrun extends Error {}

async function stateOf({ unchecked }: SummedRows, scope: string): Promise<Row | undefined> {
  const [[state] = []] = await unchecked.read(undefined, [scopeQuestion(scope)]);
  return state;
}

/** The row of a scope has this mark; undefined: there is no row. */
function isMarked(scope: string, erasing: string | undefined): RowExpectation {
  return { table: 'scopes', key: [scope], column: 'erasing', value: erasing };
}

/** Changes the row of a scope, in a new revision. Returns it; undefined: somebody was faster. */
async function put(
  { unchecked, sums }: SummedRows,
  scope: string,
  state: Row,
  change: Partial<Row>,
  expect: readonly RowExpectation[] = [],
): Promise<Row | undefined> {
  const known = scopeIn([state]);
  const revision = known.revision + 1;
  const past = pastWith(known.past, revision, newStamp());
  const row = sums.withSums('scopes', { ...state, ...change, revision, past } as Row);
  const isWritten = await unchecked.write(undefined, {
    expect: [...scopeUnchanged(scope, known), ...expect],
    put: { scopes: [row] },
  });
  return isWritten ? row : undefined;
}

const newStamp = () => randomBytes(6).toString('base64url');
