import { type EmbedderIdentity, sameEmbedder } from '@mneme/core/contract';

/** The tables of one embedder's vectors: see `vectorTablesSql`. */
export interface Space {
  embedder: EmbedderIdentity;
  table: string;
}

/** The vectors of a file. */
export interface Spaces {
  /** Answers searches. Absent: the file was never opened with an embedder. */
  current?: Space;
  /** Is being built. */
  next?: Space;
  /** Nothing reads them any more, and they are still to be removed. */
  retired: Space[];
}

/** The vector table of a file whose embedder was never changed. */
export const firstTable = 'vectors';

export function codesTable(table: string): string {
  return `${table}_codes`;
}

/** What the file says of its vector tables, in rows: see {@link parseSpaces}. */
export const spacesSql = `SELECT key, value FROM meta WHERE key IN ('embedder', 'spaces')`;

interface StoredSpaces {
  table: string;
  next?: Space;
  retired: Space[];
}

/** Of the rows as JSON: cheap to compare with what they were before. */
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

/** Each that may hold a vector of a row: what is forgotten must leave all of them. */
export function allSpaces({ current, next, retired }: Spaces): Space[] {
  return [current, next, ...retired].filter((space) => space !== undefined);
}

export function isFor(space: Space, embedder: EmbedderIdentity | undefined): boolean {
  return embedder !== undefined && sameEmbedder(space.embedder, embedder);
}
