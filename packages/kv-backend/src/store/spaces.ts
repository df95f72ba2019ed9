import { type EmbedderIdentity, sameEmbedder } from '@mneme/core/contract';

/** The tables of one embedder's vectors: see `vectorTablesSql`. */
export interface Space {
  embedder: EmbedderIdentity;
  table: string;
}

/** The vector spaces of a file. */
export interface Spaces {
  /** The current space, for searches. Absent: the file was never opened with an embedder. */
  current?: Space;
  /** The space that is being built. */
  next?: Space;
  /** Unused spaces that must still be removed. */
  retired: Space[];
}

/** The vector table of a file whose embedder was never changed. */
export const firstTable = 'vectors';

export function codesTable(table: string): string {
  return `${table}_codes`;
}

/** The rows of `meta` about vector tables: see {@link parseSpaces}. */
export const spacesSql = `SELECT key, value FROM meta WHERE key IN ('embedder', 'spaces')`;

interface StoredSpaces {
  table: string;
  next?: Space;
  retired: Space[];
}

/** From the rows as JSON, which are cheap to compare with earlier ones. */
export function parseSpaces(text: string): Spaces {
  const rows = new Map(
    (JSON.parse(text) as { key: string; value: string }[]).map(({ key, value }) => [key, value]),
  );
  const embedder = rows.get('embedder');
  const stored = JSON.parse(rows.get('spaces') ?? '{"retired":[]}') as Partial<StoredSpaces>;
  const spaces: Spaces = { retired: stored.retired ?? [] };
  if (embedder !== undefined) {
    spaces.current = {
      embedder: JSON.parse(embedder) as EmbedderIdentity,
      table: stored.table ?? firstTable,
    };
  }
  if (stored.next !== undefined) spaces.next = stored.next;
  return spaces;
}

/** All spaces that may have a vector of a row: a deletion must remove it from all. */
export function allSpaces({ current, next, retired }: Spaces): Space[] {
  return [current, next, ...retired].filter((space) => space !== undefined);
}

export function isFor(space: Space, embedder: EmbedderIdentity | undefined): boolean {
  return embedder !== undefined && sameEmbedder(space.embedder, embedder);
}
