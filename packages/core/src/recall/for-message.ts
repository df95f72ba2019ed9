import type { MemoryRecord, RecordFilter } from '../contract/index.ts';
import type { EngineContext } from '../engine/index.ts';
import type { Ranked } from '../ranking/index.ts';
import { rankAll } from '../records/index.ts';
import { asks, messageKind } from '../relevance/index.ts';
import { recallLimits } from './limits.ts';

/** Facts and turns, each ranked among its own, best first. */
export interface RankedForMessage {
  facts: Ranked[];
  turns: Ranked[];
}

interface MessageRequest {
  scope: string;
  text: string;
  filter: RecordFilter;
  signal?: AbortSignal;
}

/** From one embedding of the message. */
export async function rankForMessage(
  { embedding, ...context }: EngineContext,
  { text, filter, ...request }: MessageRequest,
): Promise<RankedForMessage> {
  return embedding.follow(async () => {
    let embedded: ReturnType<typeof embedding.queries> | undefined;
    const queries: typeof embedding.queries = (texts, signal) => {
      embedded ??= embedding.queries(texts, signal);
      return embedded;
    };
    const search = {
      backend: context.backend,
      embedding: { messages: embedding.messages, queries },
    };
    const [turns = [], facts = []] = await Promise.all(
      (['episode', 'fact'] as const).map((kind) => {
        const within = { ...filter, kinds: [kind] };
        return rankAll(
          { embedding, ...context },
          { ...request, text, filter: within, limit: 1, search },
        );
      }),
    );
    return { facts, turns };
  });
}

/** The facts that are sure enough, where the best of them is. */
export function surestFacts(
  { facts }: RankedForMessage,
  { message, minRelevance }: Floors & { message: string },
): Ranked[] {
  const { smallTalk, general } = messageKind(message);
  const { factFloor, doubtedFloor, doubtedOdds } = recallLimits;
  const isDoubted = Math.max(smallTalk, general) > doubtedOdds;
  const best = minRelevance ?? (isDoubted ? doubtedFloor : factFloor);
  const { followerFloor, followerShare } = recallLimits;
  const followers = Math.max(followerFloor, surest(facts) * followerShare);
  return aboveFloors(facts, { best, followers });
}

/**
 * The turns that are sure enough, where the best of them is and no fact answers as surely. Beside many facts only what
 * they may lack is looked for; where there are few, the turns are all that is known.
 */
export function surestTurns(
  { facts, turns }: RankedForMessage,
  {
    message,
    standing,
    minRelevance,
  }: Floors & { message: string; standing: readonly MemoryRecord[] },
): Ranked[] {
  const most = surest(turns);
  const manyFacts = standing.length >= recallLimits.manyFacts;
  const told = surest(facts);
  if (most < told || (manyFacts && told >= recallLimits.answeredFloor)) return [];
  // A greeting is near to every other greeting that was said.
  if (messageKind(message).smallTalk > recallLimits.smallTalkOdds) return [];
  const { unaskedFloor, turnFloor } = recallLimits;
  const askedFloor = manyFacts ? recallLimits.passageFloorBesideFacts : recallLimits.passageFloor;
  const best = minRelevance ?? (asks(message) ? askedFloor : unaskedFloor);
  const share = manyFacts ? recallLimits.turnShareBesideFacts : recallLimits.turnShare;
  const followers = Math.max(turnFloor, most * share);
  const found = aboveFloors(turns, { best, followers });
  return manyFacts ? found.slice(0, recallLimits.turnsBesideFacts) : found;
}

interface Floors {
  /** The caller's own floor on the best. */
  minRelevance?: number;
}

function aboveFloors(
  ranked: readonly Ranked[],
  { best, followers }: { best: number; followers: number },
): Ranked[] {
  return surest(ranked) < best ? [] : ranked.filter(({ relevance }) => relevance >= followers);
}

function surest(ranked: readonly Ranked[]): number {
  return ranked.reduce((most, { relevance }) => Math.max(most, relevance), 0);
}
