import type { MemoryRecord, RecordFilter } from '../contract/index.ts';
import { type EngineContext, throwIfAborted } from '../engine/index.ts';
import {
  callback,
  type FieldsOf,
  filterFields,
  integer,
  invalid,
  numberBetween,
  numberFrom,
  parseFlag,
  parseOptions,
  parseSignal,
  show,
  toFilter,
} from '../input/index.ts';
import type { Ranked } from '../ranking/index.ts';
import { addContested, rankAll, type RetrievedMemory, toMemory } from '../records/index.ts';
import type { Recalled, RecallOptions } from './api.ts';
import { estimateTextTokens } from './estimate-tokens.ts';
import { isSmallTalk } from './is-small-talk.ts';
import { recallLimits } from './limits.ts';
import { factLine, passageHead, turnLine } from './lines.ts';
import { choosePassages, type Passage } from './passages.ts';
import { chooseProfile } from './profile.ts';
import { saidBy } from './said-by-fact.ts';
import { withinBytes } from './within-bytes.ts';

const recallFields = {
  ...filterFields,
  tokenBudget: integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  profileShare: numberBetween(0, 1),
  limit: integer({ min: 0, max: 1000 }),
  minRelevance: numberFrom(0),
  countTokens: callback<(text: string) => number>(),
  explain: parseFlag,
  signal: parseSignal,
} satisfies FieldsOf<RecallOptions>;

/**
 * What a model gets at the start of a turn: the standing facts, the further facts that the message calls for, and the
 * passages of earlier conversations that bear on it.
 */
export async function recall(
  context: EngineContext,
  scope: string,
  request: { message: string; options?: RecallOptions },
): Promise<Recalled> {
  const given = parseOptions(request.options ?? {}, recallFields);
  const { tokenBudget, profileShare, limit } = { ...recallLimits, ...given };
  const { countTokens = estimateTextTokens, explain = false, signal } = given;
  const message = withinBytes(parseMessage(request.message), context.maxQueryBytes);
  const filter = toFilter(given, context.now());
  throwIfAborted(signal);
  const quiet = isSmallTalk(message);
  const [standing, found] = await Promise.all([
    standingFacts(context, scope, filter),
    quiet ? { facts: [], turns: [] } : rankBoth(context, { scope, text: message, filter, signal }),
  ]);

  const profile = chooseProfile(standing, {
    room: tokenBudget * profileShare,
    decay: context.decay,
    cost: (record) => countTokens(factLine(record)),
  });
  let room = tokenBudget - sum(profile.map((record) => countTokens(factLine(record))));

  const known = new Set(profile.map(({ id }) => id));
  const facts = aboveFloors(found.facts, {
    best: given.minRelevance ?? recallLimits.factFloor,
    followers: recallLimits.followerFloor,
  })
    .filter(({ record }) => !known.has(record.id))
    .slice(0, limit)
    .filter(({ record }) => {
      const needed = countTokens(factLine(record, message));
      if (needed > room) return false;
      room -= needed;
      return true;
    });

  const isSaid = saidBy([...profile, ...facts.map(({ record }) => record)]);
  const cost = (passages: Passage[]) => countTokens(passages.map(textOf).join(''));
  const textOf = (passage: Passage) =>
    [
      passageHead(passage[0]?.entry.record.occurredAt ?? ''),
      ...passage.map(({ entry }) => turnLine(entry.record, message)),
    ].join('');
  const passages = choosePassages(
    aboveFloors(found.turns, {
      best: given.minRelevance ?? recallLimits.passageFloor,
      followers: recallLimits.turnFloor,
    }).filter(({ record }) => !isSaid(record)),
    { known: found.turns, room, cost },
  );
  room -= cost(passages);
  return finish(context, { scope, filter, profile, facts, passages, explain, tokens: tokenBudget - room });
}

function parseMessage(message: string): string {
  if (typeof message === 'string') return message;
  throw invalid('message', `is ${show(message)}: give a string`);
}

type Finished = Pick<Recalled, 'tokens'> & {
  scope: string;
  filter: RecordFilter;
  profile: MemoryRecord[];
  facts: Ranked[];
  passages: Passage[];
  explain: boolean;
};

/** What was chosen in the form that a caller sees. */
async function finish(
  context: EngineContext,
  { scope, filter, profile, facts, passages, explain, tokens }: Finished,
): Promise<Recalled> {
  const recalled: Recalled = {
    profile: profile.map((record) => ({
      ...toMemory(unranked(record), false),
      ...(explain ? { why: whyStanding(record) } : {}),
    })),
    facts: facts.map((entry) => ({
      ...toMemory(entry, explain),
      ...(explain ? { why: `a fact of relevance ${entry.relevance.toFixed(2)}` } : {}),
    })),
    passages: passages.map((passage) => {
      const turns = passage.map(({ entry, beside }) => ({
        ...toMemory(entry, explain),
        ...(explain ? { why: whyTurn(entry, beside) } : {}),
      }));
      const [first] = turns;
      return {
        session: first?.source.session ?? '',
        occurredAt: first?.occurredAt ?? '',
        turns,
      };
    }),
    tokens,
  };
  const records = [...profile, ...facts.map(({ record }) => record)];
  await addContested(
    context,
    { scope, now: filter.now, memories: [...recalled.profile, ...recalled.facts] },
    new Map(records.map((record) => [record.id, record])),
  );
  const read = [...recalled.facts, ...recalled.passages.flatMap(({ turns }) => turns)];
  context.accesses.add(
    scope,
    read.map(({ id }) => id),
    filter.now,
  );
  return recalled;
}

function whyStanding({ importance, confirmedAt }: MemoryRecord): string {
  return `it stands in the profile: importance ${importance}, confirmed ${confirmedAt.slice(0, 10)}`;
}

function whyTurn({ relevance, record }: Ranked, beside: Ranked | undefined): string {
  if (beside === undefined) return `a turn of relevance ${relevance.toFixed(2)}`;
  const before = (record.source.sequence ?? 0) < (beside.record.source.sequence ?? 0);
  return before ? 'the turn after it refers to it' : 'it answers the turn before it';
}

function unranked(record: MemoryRecord): Parameters<typeof toMemory>[0] {
  return { record, score: 0, relevance: 0 };
}

/** The facts that a profile is chosen from. */
async function standingFacts(
  { backend }: EngineContext,
  scope: string,
  filter: RecordFilter,
): Promise<MemoryRecord[]> {
  const pages = await Promise.all(
    (
      [
        ['importance', recallLimits.mostImportant],
        ['newest', recallLimits.newest],
      ] as const
    ).map(([order, limit]) =>
      backend.list({ scope, filter: ofKind(filter, 'fact'), order, limit }),
    ),
  );
  const records = pages.flatMap((page) => page.records).filter((record) => kindOf(record) === 'fact');
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

/** Facts and turns, each ranked among its own, from one embedding of the message. */
async function rankBoth(
  context: EngineContext,
  { text, filter, ...request }: { scope: string; text: string; filter: RecordFilter; signal?: AbortSignal },
): Promise<{ facts: Ranked[]; turns: Ranked[] }> {
  const { embedding } = context;
  return embedding.follow(async () => {
    let embedded: ReturnType<typeof embedding.queries> | undefined;
    const search = {
      backend: context.backend,
      embedding: {
        messages: embedding.messages,
        queries: (texts: readonly string[], signal: AbortSignal | undefined) =>
          (embedded ??= embedding.queries(texts, signal)),
      },
    };
    const [facts, turns] = await Promise.all(
      (['fact', 'episode'] as const).map(async (kind) => {
        const asked = { ...request, text, filter: ofKind(filter, kind), limit: 1, search };
        const ranked = await rankAll(context, asked);
        return ranked.filter(({ record }) => kindOf(record) === kind);
      }),
    );
    return { facts: facts ?? [], turns: turns ?? [] };
  });
}

function aboveFloors(
  ranked: readonly Ranked[],
  { best, followers }: { best: number; followers: number },
): Ranked[] {
  const most = ranked.reduce((most, { relevance }) => Math.max(most, relevance), 0);
  const floor = Math.min(followers, best);
  return most < best ? [] : ranked.filter(({ relevance }) => relevance >= floor);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

// ---- until kinds are in the contract
type Kind = 'fact' | 'episode';
function ofKind(filter: RecordFilter, _kind: Kind): RecordFilter {
  return filter;
}
function kindOf({ source }: MemoryRecord): Kind {
  return source.session !== undefined && source.sequence !== undefined ? 'episode' : 'fact';
}
