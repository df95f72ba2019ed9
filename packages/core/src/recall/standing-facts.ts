import type { EngineContext } from '@mneme/engine/context';
import type { MemoryRecord, RecordFilter } from '@mneme/engine/contract';
import { recallLimits } from './limits.ts';

/** The facts from which a profile is chosen: of very many, the most important and the newest. */
export async function standingFacts(
  { backend }: EngineContext,
  scope: string,
  filter: RecordFilter,
): Promise<MemoryRecord[]> {
  const { mostImportant, newest } = recallLimits;
  const facts: RecordFilter = { ...filter, kinds: ['fact'] };
  const request = { scope, filter: facts, readOnly: true };
  const important = await backend.list({ ...request, order: 'importance', limit: mostImportant });
  if (important.nextCursor === undefined) return important.records;
  const latest = await backend.list({ ...request, order: 'newest', limit: newest });
  const records = [...important.records, ...latest.records];
  return [...new Map(records.map((record) => [record.id, record])).values()];
}
