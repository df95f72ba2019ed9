import type { Candidate, LexicalStatistics, MemoryRecord, RecordFilter } from '@mneme/contract';
import { type EngineContext, readMemories } from '@mneme/contract/context';
import { parseQuery } from '@mneme/contract/input';
import { speaksOfSelf } from '@mneme/language/disclosure';
import { analyseQuery, isAssistant, isRole, isUser, queryNames } from '@mneme/language/text';
import type { Explanation, Ranked } from '../ranking/index.ts';
import {
  isSaid,
  notingDegraded,
  prepareQuery,
  rankPrepared,
  withoutRepeats,
} from '../records/index.ts';
import { asks, type MessageKind, messageKind } from '../relevance/index.ts';
import { recallLimits } from './limits.ts';

/** Facts and turns, ranked separately, best first, and the kind of the message. */
export interface RankedForMessage {
  kind: MessageKind;
  facts: Ranked[];
  turns: Ranked[];
  /** See `RetrieveResult`. */
  degraded?: string;
}

type Searching = Pick<EngineContext['backend'], 'search'>;

interface MessageRequest {
  scope: string;
  text: string;
  filter: RecordFilter;
  signal?: AbortSignal;
}

/** The message is prepared once, then searched among turns and among facts. */
export async function rankForMessage(
  context: EngineContext,
  { text, filter, ...request }: MessageRequest,
): Promise<RankedForMessage> {
  return context.embedding.follow(async () => {
    const query = analyseQuery(parseQuery(text));
    if (query.text === '') return { kind: messageKind(text), facts: [], turns: [] };
    const prepared = await prepareQuery(context, query, request.signal);
    const backend = notingDegraded(context.backend);
    const [turns = [], facts = []] = await Promise.all(
      (['episode', 'fact'] as const).map((kind) =>
        rankPrepared(context, prepared, {
          ...request,
          filter: { ...filter, kinds: [kind] },
          limit: 1,
          backend: kind === 'fact' ? amongFacts({ ...context, search: backend.search }) : backend,
        }),
      ),
    );
    const { degraded } = backend;
    return {
      ...{ kind: prepared.kind ?? messageKind(text), facts, turns },
      ...(degraded !== undefined && { degraded }),
    };
  });
}

/**
 * A search of facts that measures how rare words are among the facts it found. The statistics of a scope count mostly
 * turns: by them, a word that a message shares with one fact would be common, and no fact would be sure. Facts learned
 * from an existing turn are left out, because the turn with its context is found instead.
 */
function amongFacts({ backend, search }: Pick<EngineContext, 'backend'> & Searching): Searching {
  return {
    async search(request) {
      const all = await search(request);
      const evidence = all.candidates.flatMap(({ record }) =>
        isSaid(record) ? (record.evidence ?? []) : [],
      );
      const turns = await readMemories(backend, request.scope, [...new Set(evidence)]);
      const { candidates, statistics } = withoutRepeats(all, new Set(turns.map(({ id }) => id)));
      return {
        candidates,
        statistics: statistics.map((each, query) => {
          const found = candidates.filter(
            ({ found }) => found[query]?.arms.dense || found[query]?.arms.lexical,
          );
          // Without a vector, only facts with common words were found, which would distort the statistics.
          const hasRest = found.some((candidate) => candidate.found[query]?.arms.dense);
          return hasRest ? statisticsOf(found, query, each) : each;
        }),
      };
    },
  };
}

function statisticsOf(
  candidates: readonly Candidate[],
  query: number,
  { documentFrequencies }: LexicalStatistics,
): LexicalStatistics {
  const holding = (term: number) =>
    candidates.filter(({ found }) => (found[query]?.termFrequencies[term] ?? 0) > 0).length;
  return {
    count: candidates.length,
    averageLength: candidates.reduce((sum, { length }) => sum + length, 0) / candidates.length,
    documentFrequencies: documentFrequencies.map((_, term) => holding(term)),
  };
}

/**
 * The facts with enough relevance, if the best one has enough. Among many facts, nearness in meaning counts beside
 * relevance, because a message that asks nothing seldom shares a word with the fact that it needs.
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

/** The logarithm of its odds, plus its nearness. */
function surenessOf({ relevance, nearness }: Ranked): number {
  const chance = Math.min(Math.max(relevance, 0.0001), 0.9999);
  return Math.log(chance / (1 - chance)) + recallLimits.nearnessWeight * nearness;
}

/**
 * The turns with enough relevance, if the best one has enough and no fact answers as surely. Beside many facts the
 * limits are stricter, because facts say most; with few facts, turns are all that is known. `isSaidBy`: whether a fact
 * that is returned says what a turn says. It is asked for as few turns as possible, because it reads their words.
 */
export function surestTurns(
  { kind, facts, turns }: RankedForMessage,
  {
    message,
    stored,
    minRelevance,
    isSaidBy,
  }: Floors & {
    message: string;
    stored: readonly MemoryRecord[];
    isSaidBy(turn: MemoryRecord): boolean;
  },
): Surest {
  // What a user only asked, or thanked for, is no evidence.
  const isEvidence = ({ content, source: { speaker } }: MemoryRecord) =>
    speaker === undefined || !isUser(speaker) || states(content);
  const isUnsaid = ({ record }: Ranked) => !isSaidBy(record) && isEvidence(record);
  const best = surestOf(turns, isUnsaid);
  if (best === undefined) return { sure: [] };
  const most = best.relevance;
  const manyFacts = stored.length >= recallLimits.manyFacts;
  const factRelevance = surestOf(facts)?.relevance ?? 0;
  const { aheadOfTurns, answeredFloor } = recallLimits;
  if (most < factRelevance - aheadOfTurns || (manyFacts && factRelevance >= answeredFloor))
    return withheld(best, `a fact of ${factRelevance.toFixed(2)} answers as surely`);
  // A greeting is near every other greeting. Judged by the words alone, because the vector added noise (0.32 instead of
  // 0.29 lines a message).
  if (messageKind(message).smallTalk > recallLimits.smallTalkOdds)
    return withheld(best, 'the message is small talk');
  const { unaskedFloor, turnFloor } = recallLimits;
  const askedFloor = manyFacts ? floorBesideFacts(turns.find(isUnsaid)) : recallLimits.passageFloor;
  const isNamed = namedIn(message);
  const general = turns.some((turn) => isNamed(turn) && isUnsaid(turn)) ? 0 : generalFloor(kind);
  const isWanted = asks(message) || speaksOfSelf(message);
  const unasked = kind.smallTalk > 0 ? recallLimits.chattyFloor : unaskedFloor;
  const kindFloor = Math.max(isWanted ? askedFloor : unasked, general);
  const floor = minRelevance ?? kindFloor;
  if (most < floor) {
    const isGeneral = minRelevance === undefined && kindFloor === general;
    return withheld(best, `${isGeneral ? 'a general request' : 'the message'} asks for ${floor}`);
  }
  const share = manyFacts ? recallLimits.turnShareBesideFacts : recallLimits.turnShare;
  const followers = Math.max(turnFloor, most * share);
  const { turnsBesideFacts, shareOfTurns, fewestTurns } = recallLimits;
  let room = manyFacts ? turnsBesideFacts : fewestTurns;
  const sure: Ranked[] = [];
  for (const turn of turns) {
    if (turn.relevance < followers || !isUnsaid(turn)) continue;
    if (sure.length === fewestTurns && !manyFacts)
      room = Math.max(room, Math.ceil(turns.filter(isUnsaid).length * shareOfTurns));
    if (sure.length === room) break;
    sure.push(turn);
  }
  return { sure };
}

/** Results with enough relevance, best first. */
export interface Surest {
  sure: Ranked[];
  /** If no result has enough: the relevance of the best one, and why it is left out. */
  withheld?: string;
}

function withheld({ record: { id, kind }, relevance }: Ranked, why: string): Surest {
  const best = `the best ${kind === 'fact' ? 'fact' : 'turn'} ${id}`;
  return { sure: [], withheld: `${best} has a relevance of ${relevance.toFixed(2)}: ${why}` };
}

/** `How do disc brakes work?` is near a turn about a car that needed new brakes, but does not ask about that car. */
function generalFloor({ general }: MessageKind): number {
  const { generalOdds, surelyGeneralOdds } = recallLimits;
  if (general > surelyGeneralOdds) return recallLimits.surelyGeneralFloor;
  return general > generalOdds ? recallLimits.generalFloor : 0;
}

/** Whether a message names a turn's speaker. A question about a person of the memories is not a general one. */
function namedIn(message: string): (turn: Ranked) => boolean {
  const named = queryNames(message);
  return ({ record: { source } }) =>
    source.speaker !== undefined && !isRole(source.speaker) && named.has(source.speaker);
}

/** An assistant's turns more often ask or comment than state facts. */
function floorBesideFacts(first: Ranked | undefined): number {
  const { passageFloorBesideFacts, assistantFloorBesideFacts } = recallLimits;
  return isAssistant(first?.record.source.speaker)
    ? assistantFloorBesideFacts
    : passageFloorBesideFacts;
}

interface Floors {
  /** The caller's own minimum for the best. */
  minRelevance?: number;
}

function surestOf(
  ranked: readonly Ranked[],
  counts: (entry: Ranked) => boolean = () => true,
): Ranked | undefined {
  let best: Ranked | undefined;
  for (const entry of ranked)
    if ((best === undefined || entry.relevance > best.relevance) && counts(entry)) best = entry;
  return best;
}

/**
 * The user's own statements, newest first, for a message that asks for all that is known: no answers of an assistant, no
 * questions, thanks or small talk.
 */
export async function ownTurns(
  { backend }: EngineContext,
  { scope, filter, exceptSession }: { scope: string; filter: RecordFilter; exceptSession?: string },
): Promise<Ranked[]> {
  const { records } = await backend.list({
    scope,
    filter: { ...filter, kinds: ['episode'] },
    readOnly: true,
    order: 'newest',
    limit: recallLimits.newest,
  });
  return records
    .filter(
      ({ content, source }) =>
        !isAssistant(source.speaker) && source.session !== exceptSession && states(content),
    )
    .slice(0, recallLimits.ownTurns)
    .map((record) => ({
      ...{ record, total: 0, score: 0, nearness: 0, relevance: 0 },
      explanation: () => unranked(record),
    }));
}

function unranked({ importance }: MemoryRecord): Explanation {
  return {
    matchedTerms: [],
    effectiveImportance: importance,
    parts: [],
    total: 0,
    relevance: { chance: 0, share: 0, parts: [] },
  };
}

/** Shorter parts of a turn state nothing. */
const shortest = 3;
const questionMark = /[?？]/u;
const sentence = /[^.!?。！？\n]+[.!?。！？]*/gu;

/** Whether a part of a turn states something: it is no question and no small talk. */
function states(content: string): boolean {
  const { smallTalkOdds } = recallLimits;
  if (messageKind(content).smallTalk > smallTalkOdds) return false;
  return (content.match(sentence) ?? []).some(
    (part) =>
      !questionMark.test(part) &&
      messageKind(part).smallTalk <= smallTalkOdds &&
      part.trim().length > shortest,
  );
}
