import {
  type ExtractionTurn,
  type Extractor,
  type MemoryRecord,
  MnemeError,
} from '@mneme/contract';
import {
  type EngineContext,
  orAborted,
  readMemories,
  throwIfAborted,
  untilCommitted,
} from '@mneme/contract/context';
import type { StoreItem } from '@mneme/contract/input';
import { readAnswer } from '../extract/later.ts';
import { storeTogether } from '../records/later.ts';
import { askedFor, checkFacts, citedBy, extractionTurn, withNextVersion } from './check-facts.ts';
import { defaultContextTurns } from './earlier-turns.ts';
import { markOutdated } from './mark-outdated.ts';
import type { Turn } from './parse-turn.ts';
import { readSessionState, readTo, sessionStatePut } from './session-state.ts';

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
  if (extractor === undefined || turns.length === 0) return [];
  const all = turns.map(([{ item }, id]) => extractionTurn({ ...item, id }, context));
  const { contextTurns = defaultContextTurns } = extractor;
  let isWhole = true;
  const warn = (what: string, error: unknown) => {
    throwIfAborted(learning.signal);
    const { scope, session } = learning;
    logger.warn(what, { scope, session, error });
  };
  for (let start = 0; start < turns.length; start += windowSize) {
    throwIfAborted(learning.signal);
    const known = [...earlier, ...all.slice(0, start)];
    const before = known.slice(Math.max(0, known.length - contextTurns));
    const window = [
      ...before.map((turn): ExtractionTurn => ({ ...turn, context: true })),
      ...all.slice(start, start + windowSize),
    ];
    try {
      const facts = await factsOf(context, { extractor, signal: learning.signal }, window);
      for (const id of await store(context, learning, facts)) learned.add(id);
      await markOutdated(context, learning, facts);
    } catch (error) {
      isWhole = false;
      warn('turns were appended, and nothing learned from them', error);
    }
  }
  try {
    if (isWhole) await noteRead(context, { ...learning, extractor }, turns);
  } catch (error) {
    warn('turns were appended, and will be read again by consolidate', error);
  }
  return [...learned];
}

/**
 * Moves the position up to which this extractor has read the session, so that `consolidate` does not read these turns
 * again. It stays if a turn before them is unread.
 */
async function noteRead(
  context: EngineContext,
  { scope, session, extractor: { name = 'extractor' } }: Learning & { extractor: Extractor },
  turns: readonly (readonly [turn: Turn, id: string])[],
): Promise<void> {
  const { backend } = context;
  const ids = new Set(turns.map(([, id]) => id));
  const to = Math.max(...turns.map(([{ item }]) => item.source.sequence as number));
  const state = await readSessionState(backend, { scope, session });
  const from = readTo(state, name);
  if (from !== undefined && from >= to) return;
  const now = context.now();
  const { records } = await backend.list({
    scope,
    filter: { now, includeExpired: true, includeSuperseded: true },
    order: 'first',
    turns: { session, from, to },
    limit: turns.length + 2,
  });
  const isRead = (turn: MemoryRecord) =>
    ids.has(turn.id) || (from !== undefined && (turn.source.sequence as number) <= from);
  if (!records.every(isRead)) return;
  const learnedTo = { ...(state.data.learnedTo as Record<string, number>), [name]: to };
  const put = sessionStatePut(
    { scope, session, now },
    { ...state, data: { ...state.data, learnedTo } },
  );
  // If another writer was faster, the turns are read once more.
  const expect = [{ id: state.id, version: state.version }];
  await backend.commit({ scope, expect, puts: [put], removals: [], audit: [] });
}

async function factsOf(
  context: EngineContext,
  { extractor, signal }: { extractor: Extractor; signal: AbortSignal | undefined },
  turns: readonly ExtractionTurn[],
): Promise<FactsOfTurns> {
  const { name = 'extractor' } = extractor;
  const ask = async () => extractor.extract({ turns, known: [] }, signal ? { signal } : {});
  const answer = readAnswer(await orAborted(ask(), signal));
  if ('unusable' in answer)
    throw new MnemeError(
      'extractor_failed',
      `the answer of the extractor ${name} cannot be used: ${answer.unusable}`,
    );
  const { items } = checkFacts(context, answer.facts, { turns, extractedBy: name });
  return { turns, items, asked: askedFor(items, turns) };
}

interface FactsOfTurns {
  turns: readonly ExtractionTurn[];
  items: StoreItem[];
  /** Those that somebody asked to remember. */
  asked: ReadonlySet<StoreItem>;
}

/** In one commit with the cited turns: no fact of a deleted turn is stored. */
async function store(
  context: EngineContext,
  { scope, session, actor, signal }: Learning,
  { items, asked }: FactsOfTurns,
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
      asked,
      dryRun: false,
      puts: turns.map((turn) => withNextVersion(turn, now)),
    });
    // What was forgotten has no id.
    return results?.flatMap(({ id }) => (id === '' ? [] : [id]));
  };
  const meanwhile = 'facts were learned from them';
  return untilCommitted(attempt, { what: `turns of the session ${session}`, meanwhile, signal });
}
