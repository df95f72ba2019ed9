import {
  type EngineContext,
  orAborted,
  readMemories,
  throwIfAborted,
  untilCommitted,
} from '@mneme/engine/context';
import { type ExtractionTurn, type Extractor, MnemeError } from '@mneme/engine/contract';
import type { StoreItem } from '@mneme/engine/input';
import { readAnswer } from '../extract/later.ts';
import { storeTogether } from '../records/later.ts';
import { checkFacts, citedBy, extractionTurn, withNextVersion } from './check-facts.ts';
import { defaultContextTurns } from './earlier-turns.ts';
import type { Turn } from './parse-turn.ts';

const windowSize = 64;

interface Learning {
  scope: string;
  session: string;
  actor: string;
  signal: AbortSignal | undefined;
}

/** `earlier`: the turns of the session before them, for context. */
interface NewTurns {
  turns: readonly (readonly [turn: Turn, id: string])[];
  earlier: readonly ExtractionTurn[];
}

/**
 * Stores the facts that the memory's extractor makes from newly appended turns, through the conflict rules, and returns
 * their ids. The turns are already written: failures are only logged, and `consolidate` can catch up later.
 */
export async function learn(
  context: EngineContext,
  learning: Learning,
  { turns, earlier }: NewTurns,
): Promise<string[]> {
  const { extractor, logger } = context;
  const learned = new Set<string>();
  if (extractor === undefined) return [];
  const all = turns.map(([{ item }, id]) => extractionTurn({ ...item, id }, context));
  const { contextTurns = defaultContextTurns } = extractor;
  for (let start = 0; start < turns.length; start += windowSize) {
    throwIfAborted(learning.signal);
    const before = [...earlier, ...all.slice(0, start)].slice(-contextTurns);
    const window = [
      ...before.map((turn): ExtractionTurn => ({ ...turn, context: true })),
      ...all.slice(start, start + windowSize),
    ];
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

async function factsOf(
  context: EngineContext,
  { extractor, signal }: { extractor: Extractor; signal: AbortSignal | undefined },
  turns: readonly ExtractionTurn[],
): Promise<StoreItem[]> {
  const { name = 'extractor' } = extractor;
  const ask = async () => extractor.extract({ turns, known: [] }, signal ? { signal } : {});
  const answer = readAnswer(await orAborted(ask(), signal));
  if ('unusable' in answer)
    throw new MnemeError(
      'extractor_failed',
      `the answer of the extractor ${name} cannot be used: ${answer.unusable}`,
    );
  return checkFacts(context, answer.facts, { turns, extractedBy: name }).items;
}

/** In one commit with the cited turns: no fact of a deleted turn is stored. */
async function store(
  context: EngineContext,
  { scope, session, actor, signal }: Learning,
  items: readonly StoreItem[],
): Promise<string[]> {
  const cited = citedBy(items);
  if (cited.length === 0) return [];
  const attempt = async () => {
    const turns = await readMemories(context.backend, scope, cited);
    const there = new Set(turns.map(({ id }) => id));
    const open = items.filter(({ evidence = [] }) => evidence.every((id) => there.has(id)));
    if (open.length === 0) return [];
    const now = context.now();
    const results = await storeTogether(context, scope, open, {
      actor,
      reason: 'learned as turns were appended',
      signal,
      dryRun: false,
      puts: turns.map((turn) => withNextVersion(turn, now)),
    });
    return results?.map(({ id }) => id);
  };
  const meanwhile = 'facts were learned from them';
  return untilCommitted(attempt, { what: `turns of the session ${session}`, meanwhile, signal });
}
