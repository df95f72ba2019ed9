import { MnemeError } from '@mneme/core/backend';
import type { Meta } from '../scopes/meta.ts';

/**
 * In the row of a scope while the last of it is copied to another database: its writers wait, its readers do not. A
 * process that was killed holds them up until this time only; whoever writes then makes the move copy again.
 */
export interface Moving {
  to: string;
  /** Milliseconds since 1970. */
  until: number;
}

/**
 * In `erasing` of a scope's row, so that nothing of it is answered. `in`: its rows are the copy of a move, complete once
 * it is `ready`. `out`: its rows are what a move has left behind; `empty`: there are none.
 */
export interface MoveMark {
  move: 'in' | 'out';
  /** Of the move, as in the journal of the first database. */
  id: string;
  ready?: true;
  empty?: true;
}

/** Undefined: the row has none. */
export function moveMarkIn(erasing: unknown): MoveMark | undefined {
  if (typeof erasing !== 'string') return undefined;
  const mark: Partial<MoveMark> = JSON.parse(erasing);
  return mark.move === undefined ? undefined : (mark as MoveMark);
}

/** How long writers wait for a move before they reject. */
const longestWaitMs = 2000;

/** Milliseconds that a writer should wait before it looks again; undefined: it may write. Throws `unavailable`. */
export function pauseForMove(
  scope: string,
  { moving }: { moving: string | null },
  since: number,
): number | undefined {
  if (moving === null) return undefined;
  const { to, until }: Moving = JSON.parse(moving);
  const now = Date.now();
  if (until <= now) return undefined;
  if (now - since < longestWaitMs) return 5 + Math.random() * 20;
  const seconds = Math.ceil((until - now) / 1000);
  throw new MnemeError(
    'unavailable',
    `the scope ${scope} is being moved to the database ${to}, and can be read but not written: try again in ${seconds} seconds`,
  );
}

/** Thrown by a database that has not the scope, once the first database says so too: look again where it is. */
export class ScopeMoved extends MnemeError {
  constructor(scope: string) {
    super('conflict', `the scope ${scope} was moved to another database all the time: try again`);
  }
}

/** What a database knows of the others, given to `storeBackend` by `databasesBackend`. */
export interface PartOfDatabases<Ground> {
  /** Makes it one of them, or throws. `meta`: what it knows of itself; `scopes`: how many it has. */
  join(meta: Meta, scopes: number): Promise<Meta>;
  /** Called where it has no rows of a scope: throws {@link ScopeMoved} if they are, or were, somewhere else. */
  confirm(scope: string): Promise<void>;
  /** It is open. */
  opened(ground: Ground): void;
}

/** Of a move that another one, or an erasure, has ended. */
export function otherMove(scope: string): MnemeError {
  return new MnemeError(
    'conflict',
    `the scope ${scope} was erased, or moved by somebody else, during this move: look where it is, and move it again if it should be elsewhere`,
    { field: 'scope' },
  );
}
