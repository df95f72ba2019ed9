import {
  type EmbedderIdentity,
  embedderMismatch,
  sameEmbedder,
  vectorWithoutEmbedder,
} from '@mneme/core/contract';
import type { Connection } from './connection.ts';
import { vectorTableSql } from './schema.ts';

/** A table of vectors and whose they are. */
export interface Space {
  embedder: EmbedderIdentity;
  table: string;
}

/** The vector tables of a file. */
export interface Spaces {
  /** Answers searches. Absent: the file was never opened with an embedder. */
  current?: Space;
  /** Is being built. */
  next?: Space;
  /** Tables that nothing reads any more and that are still to be removed. */
  retired: string[];
}

const firstTable = 'record_vectors';
const keys = ['embedder', 'spaces'] as const;

interface StoredSpaces {
  table: string;
  next?: Space;
  retired: string[];
}

/** What the file says now, as text: cheap to compare with what it said before. */
export function readSpacesText(connection: Connection): string {
  return JSON.stringify(
    connection
      .statement<{ key: (typeof keys)[number]; value: string }>(
        `SELECT key, value FROM meta WHERE key IN ('embedder', 'spaces')`,
      )
      .all(),
  );
}

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

/** Inside a transaction. */
export function saveSpaces(connection: Connection, { current, next, retired }: Spaces): void {
  const save = (key: (typeof keys)[number], value: unknown) =>
    connection
      .statement(
        'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      )
      .run(key, JSON.stringify(value));
  if (current !== undefined) save('embedder', current.embedder);
  save('spaces', { table: current?.table, next, retired });
  connection.refreshSpaces();
}

/** Inside a transaction: an empty table under a name that no space of the file has. */
export function createSpace(connection: Connection, embedder: EmbedderIdentity): Space {
  const { current, next, retired } = connection.spaces;
  const taken = new Set([current?.table, next?.table, ...retired]);
  let table = firstTable;
  for (let number = 2; taken.has(table); number++) table = `${firstTable}_${number}`;
  connection.execute(vectorTableSql(embedder.dimensions, table));
  return { embedder, table };
}

/** Every table that may hold a vector of a row: what is forgotten must leave all of them. */
export function allTables({ current, next, retired }: Spaces): string[] {
  return [...new Set([current?.table, next?.table, ...retired])].filter(
    (table) => table !== undefined,
  );
}

export function isFor(space: Space, embedder: EmbedderIdentity | undefined): boolean {
  return embedder !== undefined && sameEmbedder(space.embedder, embedder);
}

/** Inside a transaction: the space that vectors of this embedder may meet. */
export function requireCurrent(
  connection: Connection,
  embedder: EmbedderIdentity | undefined,
): Space {
  const { current } = connection.spaces;
  if (current === undefined || embedder === undefined) throw vectorWithoutEmbedder();
  if (isFor(current, embedder)) return current;
  throw embedderMismatch(connection.path, { remembered: current.embedder, given: embedder });
}

/** Apart from the change itself, which must not wait for it; what a crash leaves, the next to open the file removes. */
export function dropRetired(connection: Connection): void {
  connection.read(() => {});
  if (connection.spaces.retired.length === 0) return;
  connection.write(() => {
    const { retired, ...spaces } = connection.spaces;
    for (const table of retired) connection.execute(`DROP TABLE IF EXISTS ${table}`);
    saveSpaces(connection, { ...spaces, retired: [] });
  });
}
