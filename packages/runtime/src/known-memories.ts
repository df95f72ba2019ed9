import { isDeepStrictEqual } from 'node:util';
import type { MemoryRecord, MemoryScope, StoreInput } from '@mneme/core';

/** What a scope holds already, so that an import can leave alone what it would only repeat. */
export interface KnownMemories {
  /**
   * Whether a record that was imported from this very line says all that the line says. A replaced record counts:
   * bringing back an outdated statement would replace the newer one.
   */
  says(input: StoreInput): boolean;
}

/** Reads a scope once, replaced records too. */
export async function readKnownMemories(
  scope: Pick<MemoryScope, 'list'>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<KnownMemories> {
  const known = new Map<string, MemoryRecord>();
  let cursor: string | undefined;
  do {
    signal?.throwIfAborted();
    const page = await scope.list({ includeSuperseded: true, limit: 1000, cursor });
    for (const record of page.memories) {
      // The pages come newest first; of several records with one id the newest speaks.
      const id = record.source.externalId ?? record.id;
      if (!known.has(id)) known.set(id, record);
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);

  return {
    says(input) {
      const record = known.get(input.source?.externalId ?? '');
      if (record === undefined || !isSameText(record.content, input.content)) return false;
      if (record.supersededBy !== undefined || record.source.externalId === undefined) return true;
      return addsNothing(input, record);
    },
  };
}

/** Whether two texts are one, however they are written. */
export function isSameText(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

/** Whether a record has all that is said beside the text. */
export function addsNothing(input: StoreInput, record: MemoryRecord): boolean {
  return (
    (input.category ?? record.category) === record.category &&
    (input.importance ?? 1) <= record.importance &&
    (input.tags ?? []).every((tag) => record.tags.includes(tag.trim())) &&
    Object.entries(input.metadata ?? {}).every(([key, value]) =>
      isDeepStrictEqual(record.metadata?.[key], value),
    )
  );
}

function plain(text: string): string {
  return text.trim().normalize('NFC');
}
