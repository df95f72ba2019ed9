/** What decides how much is recalled. Measured by `node lab/main.mjs recall-blocks`; docs/lab/recall.md has the figures. */
export const recallLimits = {
  tokenBudget: 1000,
  /** The profile's part of the budget: all but the tokens that a message needs, between these shares. */
  messageTokens: 100,
  leastProfileShare: 0.8,
  mostProfileShare: 0.9,
  /** Of facts learned from talk: the part of the budget that they take in the profile, and what matters least there. */
  learnedShare: 0.2,
  learnedImportance: 4,
  /** Facts for one message. */
  limit: 5,
  /** Of the best fact: less sure, and none comes. */
  factFloor: 0.3,
  /** The same where the message may well be small talk or a general request: by the logarithm of these odds. */
  doubtedOdds: -0.5,
  doubtedFloor: 0.5,
  /** Of each fact among so many: the logarithm of its odds and its nearness, at least this, and so near to the surest. */
  factsToCompare: 30,
  sureness: 1,
  behindSurest: 4,
  nearnessWeight: 2.7,
  /** Where there are few: the relevance of each fact behind the best. */
  followerFloor: 0.07,
  /** The same, beside the best fact. */
  followerShare: 0.2,
  /** Of the best turn where the message asks something: less sure, and no passage comes. */
  passageFloor: 0.18,
  /**
   * The same, and beside many facts, where the message likely asks for what holds for everyone: from these odds on, as a
   * logarithm; and where it surely does.
   */
  generalOdds: 0,
  generalFloor: 0.5,
  surelyGeneralOdds: 1,
  surelyGeneralFloor: 0.9,
  /** Of the best turn beside many facts. */
  passageFloorBesideFacts: 0.4,
  /** And where the assistant said it. */
  assistantFloorBesideFacts: 0.55,
  /** The same where the message asks nothing. */
  unaskedFloor: 0.9,
  /** Logarithm of the odds that it is small talk: from there on no passage comes. */
  smallTalkOdds: 1,
  /** A fact as sure as this answers, and so does one that is surer than each turn by so much: no passage is needed. */
  answeredFloor: 0.9,
  aheadOfTurns: 0.3,
  /** Of each turn behind the best. */
  turnFloor: 0.02,
  /** The same, beside the best turn. */
  turnShare: 0.05,
  /** Turns found at most, as a share of those that were looked at: among few, nearly all are among the nearest. */
  shareOfTurns: 0.1,
  /** However few there are, as many as this. */
  fewestTurns: 3,
  /** So many facts tell most of what was said; fewer, and the turns have to. */
  manyFacts: 20,
  /** Beside many facts: turns found at most. */
  turnsBesideFacts: 1,
  /** The share beside many facts. */
  turnShareBesideFacts: 0.3,
  /** So many of the surest turns come with all that stands around them. */
  wideTurns: 1,
  /** Facts that are looked at for the profile: the most important, and the newest. */
  mostImportant: 200,
  newest: 100,
  /** A turn with fewer words says little without the one before it. */
  fewWords: 3,
  /** A fact says what a turn says where the turn has so much of its words, and so many. */
  saidShare: 0.6,
  saidWords: 3,
};
