import { MnemeError } from '@mneme/core';
import type { Compaction } from '@mneme/core/contract';
import { defineCommand } from '../command.ts';
import { storeOptions } from '../options.ts';
import { mebibytes } from './backup.ts';

export const compact = defineCommand({
  details: [
    'Gives the room of removed data back to the system. SQLite: the file is rebuilt; readers go on, writers wait, and the disk',
    'needs room for a second copy. PostgreSQL: tables with free room are written anew, one at a time, and calls on such a table',
    'wait. Qdrant does it by itself. "mneme prune" does this when half of the store is free. Exit code 1: it was not possible.',
  ].join('\n'),
  uses: storeOptions,
  async run({ output, open }) {
    const { memory, backend } = await open({ embedder: 'none' });
    const stores = await memory.compact();
    if (stores.length === 0)
      throw new MnemeError('unsupported', `${backend} compacts its data by itself`, {
        field: 'db',
      });
    output.result({ stores }, () => stores.map(describeCompaction));
    return stores.every(isInOrder) ? undefined : 1;
  },
});

/** Whether nothing has to be done about it. */
export function isInOrder({ outcome }: Compaction): boolean {
  return outcome === 'compacted' || outcome === 'not_needed' || outcome === 'not_owner';
}

const outcomes: Readonly<Record<Compaction['outcome'], string>> = {
  compacted: 'compacted',
  not_needed: 'not compacted, since little room is free',
  busy: 'not compacted, since others used it all the time: try again later',
  too_large: 'not compacted, since it is encrypted and large: mneme db copy writes a smaller file',
  not_owner: 'not compacted, since another role owns the tables: its autovacuum does it',
};

export function describeCompaction({ outcome, freeShare, ...bytes }: Compaction): string {
  const sizes = `${mebibytes(bytes.bytesBefore)}, now ${mebibytes(bytes.bytesAfter)}`;
  return `${outcomes[outcome]}: ${Math.round(freeShare * 100)} % of the store was free (it had ${sizes})`;
}
