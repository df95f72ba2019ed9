import type { MemoryRecord } from '@mneme/contract';
import { type EngineContext, throwIfAborted } from '@mneme/contract/context';
import {
  callback,
  type FieldsOf,
  filterFields,
  integer,
  invalid,
  numberBetween,
  parseFlag,
  parseName,
  parseOptions,
  parseSignal,
  show,
  toFilter,
} from '@mneme/contract/input';
import { messageNature } from '@mneme/language/disclosure';
import { asksToForget } from '@mneme/language/text';
import type { Ranked } from '../ranking/index.ts';
import { messageKind } from '../relevance/index.ts';
import type { RecallOptions } from './api.ts';
import { parseDialogue, searchText } from './dialogue.ts';
import { type FoundFact, factsFor, isAboutUser, whyNotFor } from './disclosure.ts';
import { estimateTextTokens } from './estimate-tokens.ts';
import { ownTurns, rankForMessage, type Surest, surestFacts, surestTurns } from './for-message.ts';
import { isSmallTalk } from './is-small-talk.ts';
import { recallLimits } from './limits.ts';
import { factLine, passageLines } from './lines.ts';
import { choosePassages, type Passage } from './passages.ts';
import { chooseProfile, listProfileCandidates, profileRoom } from './profile.ts';
import { saidBy, wholeBy } from './said-by-fact.ts';
import { withinBytes } from './within-bytes.ts';

const { kinds: _, ...whichFields } = filterFields;

const recallFields = {
  ...whichFields,
  tokenBudget: integer({ min: 0 }),
  profileShare: numberBetween(0, 1),
  limit: integer({ min: 0, max: 1000 }),
  minRelevance: numberBetween(0, 1),
  exceptSession: (value, field) => parseName(value, field, 1024),
  dialogue: parseDialogue,
  countTokens: callback<(text: string) => number>(),
  explain: parseFlag,
  signal: parseSignal,
} satisfies FieldsOf<RecallOptions>;

/** What a model gets for a message, and why it does not get the rest. */
export interface Choice {
  profile: MemoryRecord[];
  facts: FoundFact[];
  passages: Passage[];
  /** The tokens of all lines. */
  tokens: number;
  /** See `Recalled`. */
  withheld?: string;
  degraded?: string | undefined;
  now: string;
  explain: boolean;
  /** Why the model does not get the memory with this id; undefined if it does. */
  whyWithheld(id: string): string | undefined;
}

/**
 * What a model gets at the start of a turn: the standing facts; further facts that answer the message; and,
 * where no fact answers, passages of earlier conversations. Each part gets the tokens that the parts before it left.
 */
export async function choose(
  context: EngineContext,
  scope: string,
  { message: given, options = {} }: { message: string; options?: RecallOptions },
): Promise<Choice> {
  if (typeof given !== 'string') throw invalid('message', `is ${show(given)}: give a string`);
  const parsed = parseOptions(options, recallFields);
  const { tokenBudget, limit } = { ...recallLimits, ...parsed };
  const {
    minRelevance,
    exceptSession,
    countTokens = estimateTextTokens,
    explain = false,
    signal,
  } = parsed;
  const message = withinBytes(given);
  const filter = toFilter(parsed, context.now());
  throwIfAborted(signal);
  const smallTalk = isSmallTalk(message);
  const nature = messageNature(message);
  const [standing, own, found] = await Promise.all([
    listProfileCandidates(context, scope, filter),
    isAboutUser(nature) ? ownTurns(context, { scope, filter, exceptSession }) : [],
    smallTalk
      ? { kind: messageKind(message), facts: [], turns: [], degraded: undefined }
      : rankForMessage(context, {
          scope,
          text: searchText(message, parsed.dialogue),
          filter,
          signal,
        }),
  ]);

  const corrected = new Set(
    standing.flatMap(({ source, evidence = [] }) =>
      source.editedBy === undefined ? [] : evidence,
    ),
  );
  const ranked = {
    ...found,
    turns: found.turns.filter(
      ({ record: { id, content, source } }) =>
        (exceptSession === undefined || source.session !== exceptSession) &&
        !corrected.has(id) &&
        !asksToForget(content),
    ),
  };

  let room = tokenBudget;
  const takes = (text: string) => {
    const cost = countTokens(text);
    const fits = cost <= room;
    if (fits) room -= cost;
    return fits;
  };
  const cost = (fact: MemoryRecord) => countTokens(factLine(fact));
  const { decay } = context;
  const profileTokens = profileRoom(tokenBudget, parsed.profileShare);
  const stored = standing.filter((fact) => fact.extractedBy === undefined);
  const profile = chooseProfile(standing, {
    room: profileTokens,
    learnedRoom: Math.min(profileTokens, tokenBudget * recallLimits.learnedShare),
    decay,
    cost,
  });
  for (const fact of profile) takes(factLine(fact));
  const known = new Set(profile.map(({ id }) => id));
  const sureFacts = surestFacts(ranked, { minRelevance });
  const wanted = smallTalk
    ? []
    : factsFor(nature, {
        standing,
        ranked: ranked.facts,
        sure: sureFacts.sure,
        chatty: ranked.kind.smallTalk > 0,
        minRelevance,
      });
  const facts = wanted
    .filter(({ record }) => !known.has(record.id))
    .slice(0, isAboutUser(nature) ? standing.length : limit)
    .filter(({ record }) => takes(factLine(record, message)));
  const { learned = [], told = [] } = Object.groupBy(profile, (fact) =>
    fact.extractedBy === undefined ? 'told' : 'learned',
  );
  const isWhole = wholeBy(learned);
  const isRepeated = saidBy([...told, ...facts.map(({ record }) => record)]);
  const isSaidBy = (turn: MemoryRecord) => isWhole(turn) || isRepeated(turn);
  const costOf = (some: readonly Passage[]) =>
    countTokens(some.map((passage) => passageLines(passage, message)).join(''));
  const sureTurns = isAboutUser(nature)
    ? { sure: own.filter(({ record }) => !corrected.has(record.id) && !isSaidBy(record)) }
    : surestTurns(ranked, { message, stored, minRelevance, isSaidBy });
  const passages = choosePassages(sureTurns.sure, { known: ranked.turns, room, cost: costOf });
  room -= costOf(passages);
  for (const { record } of facts) known.add(record.id);
  for (const { entry } of passages.flat()) known.add(entry.record.id);
  const whyWithheld = (asked: string): string | undefined => {
    const find = (entries: readonly Ranked[]) => entries.find(({ record }) => record.id === asked);
    if (known.has(asked)) return undefined;
    if (smallTalk) return 'the message is small talk';
    const entry = find(ranked.facts) ?? find(ranked.turns);
    if (corrected.has(asked)) return 'a fact made from it was corrected';
    if (entry === undefined) return 'the search for the message does not find it';
    const { record, relevance } = entry;
    const { sure, withheld }: Surest = record.kind === 'fact' ? sureFacts : sureTurns;
    if (record.kind === 'episode' && isSaidBy(record)) return 'a returned fact says the same';
    if (withheld !== undefined) return withheld;
    if (!sure.includes(entry))
      return `its relevance is ${relevance.toFixed(2)}, too low compared to better results`;
    if (record.kind === 'fact' && !wanted.some((fact) => fact.record.id === asked))
      return whyNotFor(entry);
    return `the limit of ${limit} facts or the budget of ${tokenBudget} tokens is reached before it`;
  };
  return {
    profile,
    facts,
    passages,
    tokens: tokenBudget - room,
    withheld: sureTurns.withheld,
    degraded: found.degraded,
    now: filter.now,
    explain,
    whyWithheld,
  };
}
