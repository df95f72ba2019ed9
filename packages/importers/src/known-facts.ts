import type { MemoryRecord, MemoryScope } from '@mneme/core';
import { recordKey } from '@mneme/core/faces';
import { addsNothing, findBySource, isSameText } from '@mneme/runtime';
import type { ImportedFact } from './imported.ts';
import { hashOfWords } from './values.ts';

/** Of the words, and of whose they are: a memory that was confirmed by another one is found by it. */
export function textKey({ content, category, source }: ImportedFact['input']): string {
  return hashOfWords(
    recordKey({ kind: 'fact', content, source }),
    category ?? 'factual_knowledge',
  ).slice(0, 16);
}

/**
 * Of some facts, those that the scope knows already, replaced ones too: to bring back an outdated statement would
 * replace the newer one. Looks up the ids and words of these facts alone, so the size of the scope does not matter.
 */
export async function knownAmong(
  scope: Pick<MemoryScope, 'list'>,
  facts: readonly ImportedFact[],
  { signal }: { signal?: AbortSignal } = {},
): Promise<Set<ImportedFact>> {
  const ids = facts.map(({ input }) => input.source.externalId);
  const keys = facts.map(({ input }) => textKey(input));
  const byId = await findBySource(scope, { key: 'externalId', values: ids, signal });
  const byText = await findBySource(scope, { key: 'textKey', values: keys, signal });
  return new Set(
    facts.filter(({ input }, index) => {
      const same = byId.get(ids[index] as string) ?? [];
      const alike = byText.get(keys[index] as string) ?? [];
      return (
        same.some(
          (record) => saidThen(record, input) && isSameText(record.content, input.content),
        ) || alike.some((record) => heldThen(record, input))
      );
    }),
  );
}

/** What was replaced may have been said again later, and that is another fact. */
function saidThen(record: MemoryRecord, input: ImportedFact['input']): boolean {
  if (record.supersededBy === undefined) return addsNothing(input, record);
  return input.occurredAt === undefined || record.occurredAt === input.occurredAt;
}

/** The same words were known when this was said, so it confirmed them. */
function heldThen(record: MemoryRecord, input: ImportedFact['input']): boolean {
  if (record.supersededBy === undefined) return addsNothing(input, record);
  const { occurredAt } = input;
  if (occurredAt === undefined) return true;
  return record.occurredAt <= occurredAt && occurredAt < (record.validTo ?? '');
}
