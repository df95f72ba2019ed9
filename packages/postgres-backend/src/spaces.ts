import {
  type EmbedderIdentity,
  embedderMismatch,
  sameEmbedder,
  vectorWithoutEmbedder,
} from '@mneme/core/contract';
import type { Query } from './connection.ts';

/** The vector space of one embedder. */
export interface Space {
  number: number;
  embedder: EmbedderIdentity;
}

/** The vector spaces of the store. */
export interface Spaces {
  /** The highest number of a space so far. */
  last: number;
  /** The current space, for searches. Absent: the store was never opened with an embedder. */
  current?: Space;
  /** The space that is being built. */
  next?: Space;
}

/** The number of the current space, for a statement that reads its vectors. */
export const currentSpace = `(SELECT (value -> 'current' ->> 'number')::integer FROM meta WHERE key = 'spaces')`;

/** The vectors of `records r` or `chunks r`, as `v`. */
export const joinVectors = `LEFT JOIN vectors v ON v.scope = r.scope AND v.space = ${currentSpace} AND v.number = r.number`;

export async function readSpaces(query: Query): Promise<Spaces> {
  const [row] = await query<{ value: Spaces }>(`SELECT value FROM meta WHERE key = 'spaces'`);
  return row?.value ?? { last: 0 };
}

export async function saveSpaces(query: Query, spaces: Spaces): Promise<void> {
  await query(`UPDATE meta SET value = $1 WHERE key = 'spaces'`, [JSON.stringify(spaces)]);
}

export function isFor(space: Space | undefined, embedder: EmbedderIdentity | undefined): boolean {
  return space !== undefined && embedder !== undefined && sameEmbedder(space.embedder, embedder);
}

/** The current space. Throws if vectors of `given` do not belong to it. */
export function requireCurrent(
  { current }: Spaces,
  { given, where }: { given: EmbedderIdentity | undefined; where: string },
): Space {
  if (current === undefined || given === undefined) throw vectorWithoutEmbedder();
  if (isFor(current, given)) return current;
  throw embedderMismatch(where, { remembered: current.embedder, given });
}
