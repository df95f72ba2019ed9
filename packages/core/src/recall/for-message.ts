import type { EngineContext } from '@mneme/engine/context';
import type { MemoryRecord, RecordFilter } from '@mneme/engine/contract';
import { parseQuery } from '@mneme/engine/input';
import { analyseQuery, isAssistant, isRole, queryNames } from '@mneme/language/text';
import type { Ranked } from '../ranking/index.ts';
import { prepareQuery, rankPrepared } from '../records/index.ts';
import { asks, type MessageKind, messageKind } from '../relevance/index.ts';
import { amongFacts } from './among-facts.ts';
import { recallLimits } from './limits.ts';

/** Facts and turns, each ranked among its own, best first, and what kind of message they are for. */
export interface RankedForMessage {
  kind: MessageKind;
  facts: Ranked[];
  turns: Ranked[];
}

interface MessageRequest {
  scope: string;
  text: string;
  filter: RecordFilter;
  signal?: AbortSignal;
}

/** The message is prepared once, and looked for among turns and among facts. */
export async function rankForMessage(
  context: EngineContext,
  { text, filter, ...request }: MessageRequest,
): Promise<RankedForMessage> {
  return context.embedding.follow(async () => {
    const query = analyseQuery(parseQuery(text, context));
    if (query.text === '') return { kind: messageKind(text), facts: [], turns: [] };
    const prepared = await prepareQuery(context, query, request.signal);
    const [turns = [], facts = []] = await Promise.all(
      (['episode', 'fact'] as const).map((kind) =>
        rankPrepared(context, prepared, {
          ...request,
          filter: { ...filter, kinds: [kind] },
          limit: 1,
          ...(kind === 'fact' && { backend: amongFacts(context.backend) }),
        }),
      ),
    );
    return { kind: prepared.kind ?? messageKind(text), facts, turns };
  });
}

/**
 * The facts that are sure enough, where the best of them is. Among many, what is near in meaning counts beside the
 * relevance: a message that asks nothing seldom shares a word with the fact that it calls for.
 */
export function surestFacts({ kind, facts }: RankedForMessage, { minRelevance }: Floors): Surest {
  const { factFloor, doubtedFloor, doubtedOdds, factsToCompare } = recallLimits;
  const best = surestOf(facts);
  if (best === undefined) return { sure: [] };
  const isDoubted = Math.max(kind.smallTalk, kind.general) > doubtedOdds;
  const floor = minRelevance ?? (isDoubted ? doubtedFloor : factFloor);
  if (best.relevance < floor) {
    const isGeneral = minRelevance === undefined && isDoubted;
    return withheld(
      best,
      `${isGeneral ? 'small talk or a general request' : 'the message'} asks for ${floor}`,
    );
  }
  if (facts.length < factsToCompare) {
    const { followerFloor, followerShare } = recallLimits;
    const least = Math.max(followerFloor, best.relevance * followerShare);
    return { sure: facts.filter(({ relevance }) => relevance >= least) };
  }
  const most = Math.max(...facts.map(surenessOf));
  const least = Math.min(most, Math.max(recallLimits.sureness, most - recallLimits.behindSurest));
  return { sure: facts.filter((fact) => surenessOf(fact) >= least) };
}

/** Its odds as a logarithm, and what its nearness adds to them. */
function surenessOf({ relevance, nearness }: Ranked): number {
  const chance = Math.min(Math.max(relevance, 0.0001), 0.9999);
  return Math.log(chance / (1 - chance)) + recallLimits.nearnessWeight * nearness;
}

/**
 * The turns that are sure enough, where the best of them is and no fact answers as surely. Beside many facts only what
 * they may lack is looked for; where there are few, the turns are all that is known.
 */
export function surestTurns(
  { kind, facts, turns }: RankedForMessage,
  { message, stored, minRelevance }: Floors & { message: string; stored: readonly MemoryRecord[] },
): Surest {
  const best = surestOf(turns);
  if (best === undefined) return { sure: [] };
  const most = best.relevance;
  const manyFacts = stored.length >= recallLimits.manyFacts;
  const told = surestOf(facts)?.relevance ?? 0;
  const { aheadOfTurns, answeredFloor } = recallLimits;
  if (most < told - aheadOfTurns || (manyFacts && told >= answeredFloor))
    return withheld(best, `a fact of ${told.toFixed(2)} answers as surely`);
  // A greeting is near to every other greeting that was said. Told by the words alone: with the vector more noise came (0.32
  // lines a message instead of 0.29).
  if (messageKind(message).smallTalk > recallLimits.smallTalkOdds)
    return withheld(best, 'the message is small talk');
  const { unaskedFloor, turnFloor } = recallLimits;
  const askedFloor = manyFacts ? floorBesideFacts(turns) : recallLimits.passageFloor;
  const general = namesSpeaker(message, turns) ? 0 : generalFloor(kind);
  const kindFloor = asks(message) ? Math.max(askedFloor, general) : unaskedFloor;
  const floor = minRelevance ?? kindFloor;
  if (most < floor) {
    const isGeneral = minRelevance === undefined && kindFloor === general;
    return withheld(best, `${isGeneral ? 'a general request' : 'the message'} asks for ${floor}`);
  }
  const share = manyFacts ? recallLimits.turnShareBesideFacts : recallLimits.turnShare;
  const followers = Math.max(turnFloor, most * share);
  const found = turns.filter(({ relevance }) => relevance >= followers);
  const { turnsBesideFacts, shareOfTurns, fewestTurns } = recallLimits;
  const few = Math.max(fewestTurns, Math.ceil(turns.length * shareOfTurns));
  return { sure: found.slice(0, manyFacts ? turnsBesideFacts : few) };
}

/** What is sure enough, best first. */
interface Surest {
  sure: Ranked[];
  /** Where none of those that were found is: how sure the best one was, and what kept it back. */
  withheld?: string;
}

function withheld({ record: { id, kind }, relevance }: Ranked, why: string): Surest {
  const best = `the best ${kind === 'fact' ? 'fact' : 'turn'} ${id}`;
  return { sure: [], withheld: `${best} has a relevance of ${relevance.toFixed(2)}: ${why}` };
}

/** `How do disc brakes work?` is near to the car that needed new ones, and is no question about it. */
function generalFloor({ general }: MessageKind): number {
  const { generalOdds, surelyGeneralOdds } = recallLimits;
  if (general > surelyGeneralOdds) return recallLimits.surelyGeneralFloor;
  return general > generalOdds ? recallLimits.generalFloor : 0;
}

/** Who asks what a person of the memories said or did asks nothing general, however it sounds. */
function namesSpeaker(message: string, turns: readonly Ranked[]): boolean {
  const named = queryNames(message);
  return turns.some(({ record: { source } }) => {
    const { speaker } = source;
    return speaker !== undefined && !isRole(speaker) && named.has(speaker);
  });
}

/** What the assistant said asks or comments more often than it tells. */
function floorBesideFacts([first]: readonly Ranked[]): number {
  const { passageFloorBesideFacts, assistantFloorBesideFacts } = recallLimits;
  return isAssistant(first?.record.source.speaker)
    ? assistantFloorBesideFacts
    : passageFloorBesideFacts;
}

interface Floors {
  /** The caller's own floor on the best. */
  minRelevance?: number;
}

function surestOf(ranked: readonly Ranked[]): Ranked | undefined {
  return ranked.reduce<Ranked | undefined>(
    (best, entry) => (best === undefined || entry.relevance > best.relevance ? entry : best),
    undefined,
  );
}
