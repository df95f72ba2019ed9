import type { MemoryRecord, MemoryScope } from '@mneme/core';
import { pages } from '@mneme/core/contract';

/** Maximum size of one filter: 16 KiB. */
const filterBytes = 12_000;
/** Values that no record has: `where` refuses them, and so does a store. */
const longest = 1024;
const unstorable = /[\p{Cc}\p{Cs}]/u;

/**
 * The records whose source has one of these values under the key, by value, newest first; including replaced ones.
 * Impossible values are skipped. Reads only these records, so the size of the scope does not matter.
 */
export async function findBySource(
  scope: Pick<MemoryScope, 'list'>,
  { key, values, signal }: { key: string; values: readonly string[]; signal?: AbortSignal },
): Promise<Map<string, MemoryRecord[]>> {
  const found = new Map<string, MemoryRecord[]>();
  for (const part of partsOf(values)) {
    const where = { [`source.${key}`]: part };
    const request = { includeSuperseded: true, where, limit: 1000 };
    for await (const { memories } of pages((cursor) => scope.list({ ...request, cursor }), signal))
      for (const record of memories) {
        const value = String(record.source[key]);
        const group = found.get(value);
        if (group === undefined) found.set(value, [record]);
        else group.push(record);
      }
  }
  return found;
}

function* partsOf(values: readonly string[]): Generator<string[]> {
  let part: string[] = [];
  let bytes = 0;
  for (const value of new Set(values)) {
    if (value === '' || value.length > longest || unstorable.test(value)) continue;
    const size = Buffer.byteLength(JSON.stringify(value)) + 1;
    if (bytes + size > filterBytes) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(value);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
