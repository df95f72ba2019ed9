import { randomUUID } from 'node:crypto';
import { type EmbedderIdentity, MnemeError } from '@mneme/core/backend';
import { damaged, nameOf } from '../checksums/damaged.ts';
import type { Question, Row, Rows } from '../rows/rows.ts';

/** Vectors of one embedder. */
export interface Space {
  number: number;
  embedder: EmbedderIdentity;
}

/** What a store knows of itself. */
export interface Meta {
  /** Counts the changes. 0: never written. */
  version: number;
  /** Encrypts cursors. */
  secret: string;
  /** Number of the last space that was begun. */
  lastSpace: number;
  current?: Space;
  /** The space that is being built. */
  next?: Space;
  /** The search engine that is or was beside the rows, by name. */
  index?: string;
  /** It is one of several databases of one store. */
  part?: PartName;
}

/** Which database of several it is. */
export interface PartName {
  name: string;
  /** Its place in {@link members}. 0: the first one. */
  number: number;
  /** Names of all that ever were, in the first one only. */
  members?: readonly string[];
}

export const metaQuestion: Question = { table: 'meta', any: [['store']] };

/** From the answer to {@link metaQuestion}. */
export function metaIn([row]: readonly Row[] = []): Meta {
  if (row === undefined) return { version: 0, secret: randomUUID(), lastSpace: 0 };
  return { ...parseMeta(row), version: row.version as number };
}

/** Somebody else may have made the store, with a checksum that is right: throws `damaged` for what is not like ours. */
function parseMeta(row: Row): Omit<Meta, 'version'> {
  const meta = parsed(row.value as string);
  const isRight =
    isFields(meta) &&
    typeof meta.secret === 'string' &&
    isCount(meta.lastSpace) &&
    [meta.current, meta.next].every((space) => space === undefined || isSpace(space)) &&
    ['undefined', 'string'].includes(typeof meta.index) &&
    (meta.part === undefined || isPart(meta.part));
  if (!isRight) throw damaged(nameOf('meta', row));
  return meta as unknown as Meta;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isSpace(value: unknown): boolean {
  if (!isFields(value) || !isCount(value.number) || !isFields(value.embedder)) return false;
  const { name, revision, pooling, dimensions } = value.embedder;
  const isText = [name, revision, pooling].every((each) => typeof each === 'string');
  return isText && isCount(dimensions) && dimensions > 0;
}

function isPart(value: unknown): boolean {
  if (!isFields(value) || typeof value.name !== 'string' || !isCount(value.number)) return false;
  const { members = [] } = value;
  return Array.isArray(members) && members.every((name) => typeof name === 'string');
}

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= mostCount;
/** Of dimensions, and of spaces that a store has ever had. */
const mostCount = 100_000;

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Changes what the store knows of itself; again if another process was faster. `known`: what was just read. */
export async function changeMeta(
  rows: Rows,
  decide: (meta: Meta) => Meta | Promise<Meta>,
  known?: Meta,
): Promise<Meta> {
  for (let first = known; ; first = undefined) {
    const before = first ?? metaIn((await rows.read(undefined, [metaQuestion]))[0]);
    const decided = await decide(before);
    if (decided === before && before.version > 0) return before;
    const after = { ...decided, version: before.version + 1 };
    const { version, ...value } = after;
    const written = await rows.write(undefined, {
      expect: [metaUnchanged(before)],
      put: { meta: [{ key: 'store', version, value: JSON.stringify(value) }] },
    });
    if (written) return after;
  }
}

/** Throws `conflict` if the store is one of several databases, for who has opened it alone. */
export function assertWhole({ part }: Meta): void {
  if (part === undefined) return;
  throw new MnemeError(
    'conflict',
    `the store is the database ${part.name} of several, which have one list of scopes: open them together, as databases:FILE`,
    { field: 'db' },
  );
}

/** What a write expects that has read it. */
export function metaUnchanged({ version }: Meta) {
  const value = version === 0 ? undefined : version;
  return { table: 'meta', key: ['store'], column: 'version', value };
}
