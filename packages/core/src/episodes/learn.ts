import type { Extractor, MemoryRecord } from '../contract/index.ts';
import { type EngineContext, maxAttempts, readMemories, throwIfAborted } from '../engine/index.ts';
import { checkFact } from '../extract/index.ts';
import { type StoreItem, storeInputParser } from '../input/index.ts';
import { rewritten, storeTogether } from '../records/index.ts';
import type { Turn } from './parse-turn.ts';

/** Turns that are read at once. */
const windowSize = 64;

interface Learning {
  scope: string;
  session: string;
  actor: string;
  signal: AbortSignal | undefined;
}

/**
 * Stores what the memory's extractor makes of turns that were just appended, through the conflict rules, and answers the ids.
 * The turns are written: what goes wrong here is logged, and can be made up for by `consolidate`.
 */
export async function learn(
  context: EngineContext,
  learning: Learning,
  turns: readonly (readonly [turn: Turn, id: string])[],
): Promise<string[]> {
  const { extractor, logger } = context;
  const learned = new Set<string>();
  if (extractor === undefined) return [];
  for (let start = 0; start < turns.length; start += windowSize) {
    throwIfAborted(learning.signal);
    const window = turns.slice(start, start + windowSize);
    try {
      const items = await factsOf(context, { extractor, signal: learning.signal }, window);
      for (const id of await store(context, learning, items)) learned.add(id);
    } catch (error) {
      throwIfAborted(learning.signal);
      const { scope, session } = learning;
      logger.warn('turns were appended, and nothing learned from them', { scope, session, error });
    }
  }
  return [...learned];
}

/** Those that pass the checks of every fact that an extractor makes. */
async function factsOf(
  { now, maxContentBytes, secrets }: EngineContext,
  { extractor, signal }: { extractor: Extractor; signal: AbortSignal | undefined },
  window: readonly (readonly [turn: Turn, id: string])[],
): Promise<StoreItem[]> {
  const turns = window.map(([{ item }, id]) => ({
    id,
    content: item.content,
    occurredAt: item.occurredAt,
    ...(item.source.speaker !== undefined && { speaker: item.source.speaker }),
  }));
  const { facts } = await extractor.extract({ turns, known: [] }, signal ? { signal } : {});
  const ground = {
    turns: new Map(turns.map((turn) => [turn.id, turn])),
    parse: storeInputParser({ now: now(), maxContentBytes, onConflict: 'supersede' }),
    secrets,
    extractedBy: extractor.name ?? 'extractor',
  };
  return facts.flatMap((fact) => {
    const checked = checkFact(fact, ground);
    return typeof checked === 'string' ? [] : [checked];
  });
}

/** In one commit with the turns that they cite: a fact of a turn that was deleted meanwhile is not stored. */
async function store(
  context: EngineContext,
  { scope, actor, signal }: Learning,
  items: readonly StoreItem[],
): Promise<string[]> {
  const cited = [...new Set(items.flatMap(({ evidence = [] }) => evidence))];
  for (let attempt = 0; attempt < maxAttempts && cited.length > 0; attempt++) {
    const turns = await readMemories(context.backend, scope, cited);
    const there = new Set(turns.map(({ id }) => id));
    const open = items.filter(({ evidence = [] }) => evidence.every((id) => there.has(id)));
    if (open.length === 0) return [];
    const updatedAt = context.now();
    const held = turns.map(
      (turn): MemoryRecord => ({
        ...turn,
        version: turn.version + 1,
        updatedAt,
      }),
    );
    const results = await storeTogether(context, scope, open, {
      ...{ actor, reason: 'learned as turns were appended', signal, dryRun: false },
      puts: held.map(rewritten),
      expect: turns.map(({ id, version }) => ({ id, version })),
    });
    if (results !== undefined) return results.map(({ id }) => id);
  }
  return [];
}
