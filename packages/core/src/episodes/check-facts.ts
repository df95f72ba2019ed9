import type { EngineContext } from '@mneme/engine/context';
import type { ExtractionTurn, MemoryRecord, StoredRecord } from '@mneme/engine/contract';
import { type StoreItem, storeInputParser } from '@mneme/engine/input';
import type { SkipReason } from '../extract/index.ts';
import { checkFact } from '../extract/later.ts';
import { nextVersion, rewritten } from '../records/later.ts';

/** A turn as an extractor gets it. The speaker of an assistant with its own name becomes `assistant`. */
export function extractionTurn(
  {
    id,
    content,
    occurredAt,
    source: { speaker, utcOffset },
  }: Pick<MemoryRecord, 'id' | 'content' | 'occurredAt' | 'source'>,
  { assistants }: Pick<EngineContext, 'assistants'>,
): ExtractionTurn {
  const turn: ExtractionTurn = {
    ...{ id, content, occurredAt },
    ...(typeof utcOffset === 'string' && { utcOffset }),
  };
  if (speaker === undefined) return turn;
  const isNamed = assistants.has(speaker.trim().toLowerCase());
  return { ...turn, speaker: isNamed ? 'assistant' : speaker };
}

/** The extractor's facts that can be stored, and why the others cannot. */
export function checkFacts(
  { now, maxContentBytes, secrets }: EngineContext,
  facts: readonly unknown[],
  { turns, extractedBy }: { turns: readonly ExtractionTurn[]; extractedBy: string },
): { items: StoreItem[]; skipped: SkipReason[] } {
  const ground = {
    turns: new Map(turns.map((turn) => [turn.id, turn])),
    parse: storeInputParser({ now: now(), maxContentBytes, onConflict: 'supersede' }),
    secrets,
    extractedBy,
  };
  const items: StoreItem[] = [];
  const skipped: SkipReason[] = [];
  for (const fact of facts) {
    const checked = checkFact(fact, ground);
    if (typeof checked === 'string') skipped.push(checked);
    else items.push(checked);
  }
  return { items, skipped };
}

/** All turns that the facts cite. */
export function citedBy(items: readonly StoreItem[]): string[] {
  return [...new Set(items.flatMap(({ evidence = [] }) => evidence))];
}

/** A put of a cited turn that raises its version, so that a concurrent deletion conflicts. */
export function withNextVersion(turn: MemoryRecord, now: string): StoredRecord {
  return rewritten(nextVersion(turn, now));
}
