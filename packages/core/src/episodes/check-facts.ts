import type { ExtractionTurn, MemoryRecord, StoredRecord } from '@mneme/contract';
import type { EngineContext } from '@mneme/contract/context';
import { type StoreItem, storeInputParser } from '@mneme/contract/input';
import { shareSaid } from '@mneme/language/claims';
import { asksToForget, asksToRemember, isAssistant } from '@mneme/language/text';
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
    else if (asksNotTo(checked, ground.turns)) skipped.push('forgotten');
    else items.push(checked);
  }
  return { items, skipped };
}

/** Whether the fact was said only to ask that it be forgotten: `Forget that I am pregnant`. */
function asksNotTo(
  { content, evidence = [] }: StoreItem,
  turns: ReadonlyMap<string, ExtractionTurn>,
): boolean {
  return evidence.some((id) => {
    const said = turns.get(id)?.content ?? '';
    if (!asksToForget(said)) return false;
    const asking = said.split(/(?<=[.!?。！？\n])/u).filter(asksToForget);
    return asking.some((sentence) => shareSaid(content, sentence) >= mostOfFact);
  });
}

/** From this share of its words on a sentence says a fact. */
const mostOfFact = 0.5;

/** Those of the facts that rest on a turn in which a person asks to remember it. */
export function askedFor(
  items: readonly StoreItem[],
  turns: readonly Pick<ExtractionTurn, 'id' | 'content' | 'speaker'>[],
): Set<StoreItem> {
  const asking = new Set(
    turns
      .filter(({ content, speaker }) => !isAssistant(speaker) && asksToRemember(content))
      .map(({ id }) => id),
  );
  return new Set(items.filter(({ evidence = [] }) => evidence.some((id) => asking.has(id))));
}

/** All turns that the facts cite. */
export function citedBy(items: readonly StoreItem[]): string[] {
  return [...new Set(items.flatMap(({ evidence = [] }) => evidence))];
}

/** A put of a cited turn that raises its version, so that a concurrent deletion conflicts. */
export function withNextVersion(turn: MemoryRecord, now: string): StoredRecord {
  return rewritten(nextVersion(turn, now));
}
