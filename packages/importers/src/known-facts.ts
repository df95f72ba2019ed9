import { isDeepStrictEqual } from 'node:util';
import type { MemoryRecord, MemoryScope } from '@mneme/core';
import { recordKey } from '@mneme/core/keys';
import { findBySource } from './find-by-source.ts';
import type { ImportedFact } from './imported.ts';
import { hashOfWords } from './values.ts';

type Input = ImportedFact['input'];

/** Computed from the words and the scope: finds a memory that another item confirmed. */
export function textKey({ content, category, source }: Input): string {
  return hashOfWords(
    recordKey({ kind: 'fact', content, source }),
    category ?? 'factual_knowledge',
  ).slice(0, 16);
}

const recordIdForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The records for these ids of a source, newest first: imported ones, and those whose own ids they are, as in an
 * export.
 */
export async function findByIds(
  scope: Pick<MemoryScope, 'list' | 'get'>,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, MemoryRecord[]>> {
  const found = await findBySource(scope, { key: 'externalId', values: ids, signal });
  const own = new Set(ids.filter((id) => !found.has(id) && recordIdForm.test(id)));
  for (const record of await Promise.all([...own].map((id) => scope.get(id))))
    if (record !== undefined) found.set(record.id, [record]);
  return found;
}

/**
 * The facts that the scope knows already, including replaced ones, because bringing back an outdated statement would
 * replace the newer one. A record that was replaced since `started` was replaced by this import, so it may be stored
 * again. Looks up only the ids and words of these facts, so the size of the scope does not matter.
 */
export async function knownAmong(
  scope: Pick<MemoryScope, 'list' | 'get'>,
  facts: readonly ImportedFact[],
  { started, signal }: { started: string; signal?: AbortSignal },
): Promise<Set<ImportedFact>> {
  const keyOf = ({ byId, input }: ImportedFact) => (byId ? [] : [textKey(input)]);
  const ids = facts.map(({ input }) => input.source.externalId);
  const byId = await findByIds(scope, ids, signal);
  const byText = await findBySource(scope, {
    key: 'textKey',
    values: facts.flatMap(keyOf),
    signal,
  });
  const before = (record: MemoryRecord) =>
    record.supersededBy === undefined || record.createdAt < started;
  const changed = new Set<string>();
  return new Set(
    facts.filter((fact) => {
      const { input } = fact;
      const { externalId } = input.source;
      const same = (byId.get(externalId) ?? []).filter(before);
      const alike = keyOf(fact).flatMap((key) => byText.get(key) ?? []);
      const isKnown =
        same.some(
          (record) => isStatedBy(record, input) && isSameText(record.content, input.content),
        ) || alike.filter(before).some((record) => wasCurrentThen(record, input));
      if (isKnown && !changed.has(externalId)) return true;
      // The next fact with this id finds this record.
      changed.add(externalId);
      return false;
    }),
  );
}

/**
 * Whether the record is this statement. A replaced statement may have become true again later; that is another fact.
 */
function isStatedBy(record: MemoryRecord, input: Input): boolean {
  if (record.source.externalId === undefined) return true;
  if (record.supersededBy === undefined) return addsNothing(input, record);
  return (
    input.occurredAt === undefined || Date.parse(record.occurredAt) === Date.parse(input.occurredAt)
  );
}

/** Whether the record was current at the time of the statement, which then only confirmed it. */
function wasCurrentThen(record: MemoryRecord, input: Input): boolean {
  if (record.supersededBy === undefined) return addsNothing(input, record);
  const { occurredAt } = input;
  if (occurredAt === undefined) return true;
  return record.occurredAt <= occurredAt && occurredAt < (record.validTo ?? '');
}

/** Whether two texts are the same, apart from spelling variants. */
export function isSameText(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

function plain(text: string): string {
  return text.trim().normalize('NFC');
}

/** Whether a record has everything that the item has beside the text. */
function addsNothing(input: Input, record: MemoryRecord): boolean {
  return (
    (input.category ?? record.category) === record.category &&
    (input.importance ?? 1) <= record.importance &&
    (input.tags ?? []).every((tag) => record.tags.includes(tag.trim())) &&
    Object.entries(input.metadata ?? {}).every(([key, value]) =>
      isDeepStrictEqual(record.metadata?.[key], value),
    )
  );
}
