import {
  type EmbedderIdentity,
  embedderMismatch,
  otherSpace,
  sameEmbedder,
  vectorWithoutEmbedder,
  type WithEmbedder,
} from '@mneme/core/backend';
import type { Rows } from '../rows/rows.ts';
import type { Meta, Space } from '../scopes/meta.ts';

/** How messages name a store. */
export const whereIs = ({ name, where = `the ${name} store` }: Pick<Rows, 'name' | 'where'>) =>
  where;

/** The space if it is of vectors of this embedder. */
export function spaceFor(
  space: Space | undefined,
  embedder: EmbedderIdentity | undefined,
): Space | undefined {
  if (space === undefined || embedder === undefined) return undefined;
  return sameEmbedder(space.embedder, embedder) ? space : undefined;
}

/** The space of the vectors of a call. Rejects vectors of another embedder than that of the store. */
export function requireCurrent(
  { rows, embedder }: { rows: Rows; embedder: EmbedderIdentity | undefined },
  { current }: Meta,
  request: WithEmbedder,
): Space {
  const given = request.embedder ?? embedder;
  if (current === undefined || given === undefined) throw vectorWithoutEmbedder();
  const space = spaceFor(current, given);
  if (space !== undefined) return space;
  throw embedderMismatch(whereIs(rows), { remembered: current.embedder, given });
}

/** A space for new vectors. `isCurrent`: searches use it. */
export interface SpaceToFill {
  space: Space;
  isCurrent: boolean;
}

/** The space of an embedder. Rejects with `conflict` if it is neither current nor being built. */
export function spaceToFill(
  rows: Rows,
  { current, next }: Meta,
  embedder: EmbedderIdentity,
): SpaceToFill {
  for (const space of [current, next])
    if (spaceFor(space, embedder)) return { space: space as Space, isCurrent: space === current };
  throw otherSpace(whereIs(rows), { building: next?.embedder, asked: embedder });
}
