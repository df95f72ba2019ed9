import { type EmbedderIdentity, MnemeError, sameEmbedder } from '@mneme/core/contract';
import { bounded } from './bounded.ts';
import { isVectorTable } from './own-schema.ts';

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
export const spacesSql = `SELECT key, ${bounded('value')} FROM meta WHERE key IN ('embedder', 'spaces')`;

/**
 * From the rows as JSON, which are cheap to compare with earlier ones. Throws `damaged` for a value that Mneme does not
 * write: the names of tables become part of statements, and somebody else may have made the file.
 */
export function parseSpaces(text: string): Spaces {
  const rows = new Map(
    (JSON.parse(text) as { key: string; value: string }[]).map(({ key, value }) => [key, value]),
  );
  const embedder = rows.get('embedder');
  const stored = fieldsOf(rows.get('spaces') ?? '{}', 'spaces');
  const { table = firstTable, next, retired = [] } = stored;
  if (!Array.isArray(retired)) throw strange('spaces');
  const spaces: Spaces = { retired: retired.map(spaceOf) };
  if (embedder !== undefined)
    spaces.current = spaceOf({ embedder: fieldsOf(embedder, 'embedder'), table });
  if (next !== undefined) spaces.next = spaceOf(next);
  const tables = allSpaces(spaces).map((space) => space.table);
  if (new Set(tables).size < tables.length) throw strange('spaces');
  return spaces;
}

function fieldsOf(json: string, key: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    if (isFields(value)) return value;
  } catch {
    // Like any other value that is not what was written.
  }
  throw strange(key);
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function spaceOf(value: unknown): Space {
  if (!isFields(value)) throw strange('spaces');
  const { embedder, table } = value;
  if (!isVectorTable(table) || !isFields(embedder)) throw strange('spaces');
  const { name, revision, pooling, dimensions } = embedder;
  if (![name, revision, pooling].every((each) => typeof each === 'string'))
    throw strange('embedder');
  if (!Number.isInteger(dimensions) || Number(dimensions) < 1 || Number(dimensions) > 100_000)
    throw strange('embedder');
  return { embedder: embedder as unknown as EmbedderIdentity, table };
}

function strange(key: string): MnemeError {
  return new MnemeError(
    'damaged',
    `"${key}" in the table meta is not as Mneme writes it: restore the file from a backup`,
  );
}

/** All spaces that may have a vector of a row: a deletion must remove it from all. */
export function allSpaces({ current, next, retired }: Spaces): Space[] {
  return [current, next, ...retired].filter((space) => space !== undefined);
}

export function isFor(space: Space, embedder: EmbedderIdentity | undefined): boolean {
  return embedder !== undefined && sameEmbedder(space.embedder, embedder);
}
