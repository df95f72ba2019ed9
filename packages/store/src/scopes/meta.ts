import { randomUUID } from 'node:crypto';
import type { EmbedderIdentity } from '@mneme/core/contract';
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
}

export const metaQuestion: Question = { table: 'meta', any: [['store']] };

/** From the answer to {@link metaQuestion}. */
export function metaIn([row]: readonly Row[] = []): Meta {
  if (row === undefined) return { version: 0, secret: randomUUID(), lastSpace: 0 };
  return { ...JSON.parse(row.value as string), version: row.version as number };
}

/** Changes what the store knows of itself; again if another process was faster. */
export async function changeMeta(
  rows: Rows,
  decide: (meta: Meta) => Meta | Promise<Meta>,
): Promise<Meta> {
  for (;;) {
    const [answer] = await rows.read(undefined, [metaQuestion]);
    const before = metaIn(answer);
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

/** What a write expects that has read it. */
export function metaUnchanged({ version }: Meta) {
  const value = version === 0 ? undefined : version;
  return { table: 'meta', key: ['store'], column: 'version', value };
}
