import { isDeepStrictEqual } from 'node:util';
import type { MemoryRecord, MemoryScope, StoreInput } from '@mneme/core';
import { findBySource } from './find-by-source.ts';

/** What a scope holds of some lines already, so that an import can leave alone what it would only repeat. */
export interface KnownMemories {
  /**
   * Whether a record that was imported from this very line says all that the line says. A replaced record counts:
   * bringing back an outdated statement would replace the newer one.
   */
  says(input: StoreInput): boolean;
  /** The id of the record that stands for this id of a line. Undefined where there is none. */
  recordId(id: string): string | undefined;
}

const recordIdForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Looks up these ids of lines: those that records were imported with, and those of records, as an export has them.
 * Replaced records count too.
 */
export async function readKnownMemories(
  scope: Pick<MemoryScope, 'list' | 'get'>,
  { ids, signal }: { ids: readonly string[]; signal?: AbortSignal },
): Promise<KnownMemories> {
  const known = new Map<string, MemoryRecord>();
  const found = await findBySource(scope, { key: 'externalId', values: ids, signal });
  // Of several records with one id the current one speaks, else the newest.
  for (const [id, records] of found) {
    const current = records.find(({ supersededBy }) => supersededBy === undefined);
    known.set(id, current ?? (records[0] as MemoryRecord));
  }
  const open = new Set(ids.filter((id) => !known.has(id) && recordIdForm.test(id)));
  const exported = await Promise.all([...open].map((id) => scope.get(id)));
  for (const record of exported) if (record !== undefined) known.set(record.id, record);

  return {
    says(input) {
      const id = input.source?.externalId ?? '';
      const record = known.get(id);
      if (record === undefined || !isSameText(record.content, input.content)) return false;
      const { externalId = id } = record.source;
      if (externalId !== id) return false;
      if (record.supersededBy !== undefined || record.source.externalId === undefined) return true;
      return addsNothing(input, record);
    },
    recordId: (id) => known.get(id)?.id,
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
