import {
  type EmbedderIdentity,
  embedderMismatch,
  sameEmbedder,
  vectorWithoutEmbedder,
  type WithEmbedder,
} from '@mneme/core/contract';
import type { Rows } from '../rows/rows.ts';
import type { Meta, Space } from '../scopes/meta.ts';

/** How messages name a store. */
export const whereIs = ({ name }: Pick<Rows, 'name'>) => `the ${name} store`;

/** Whether the space is of vectors of this embedder. */
export function isFor(
  space: Space | undefined,
  embedder: EmbedderIdentity | undefined,
): space is Space {
  return (
    space !== undefined && embedder !== undefined && sameEmbedder(space.embedder, embedder)
  );
}

/** The space of the vectors of a call. Rejects vectors of another embedder than that of the store. */
export function requireCurrent(
  { rows, embedder }: { rows: Rows; embedder: EmbedderIdentity | undefined },
  { current }: Meta,
  request: WithEmbedder,
): Space {
  const given = request.embedder ?? embedder;
  if (current === undefined || given === undefined) throw vectorWithoutEmbedder();
  if (isFor(current, given)) return current;
  throw embedderMismatch(whereIs(rows), { remembered: current.embedder, given });
}
