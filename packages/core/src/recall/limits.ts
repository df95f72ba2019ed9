/** The limits of recall. Measured by `node lab/main.mjs recall-blocks`; docs/lab/recall.md has the figures. */
export const recallLimits = {
  tokenBudget: 1000,
  /** The profile's share of the budget: all but the tokens for the message, between these shares. */
  messageTokens: 100,
  leastProfileShare: 0.8,
  mostProfileShare: 0.9,
  /** Facts learned from turns: their share of the whole budget. */
  learnedShare: 0.15,
  /** From this probability on a fact is private. */
  privateFloor: 0.6,
  /** The same for a fact that somebody stored with importance 4. */
  importantPrivateFloor: 0.9,
  /** From this probability on a fact that is not private says who the user is. */
  standingFloor: 0.4,
  /** A fact outside the profile is shown from this relevance on, or from this nearness in meaning on. */
  relevantFloor: 0.3,
  nearFloor: 0.3,
  /** A private fact is shown to a message in the user's own matter from this relevance on. */
  askedFloor: 0.5,
  /** From this probability on a message asks for all that is known of the user. */
  aboutUserFloor: 0.5,
  /** Turns of the user for such a message. */
  ownTurns: 8,
  /** Facts for one message. */
  limit: 5,
  /** Minimum relevance of the best fact; below it no fact is returned. */
  factFloor: 0.3,
  /** The same for a message that may be small talk or a general request: from these odds on, as a logarithm. */
  doubtedOdds: -0.5,
  doubtedFloor: 0.5,
  /**
   * For each further fact among many: minimum of the logarithm of its odds plus its nearness, and maximum distance from
   * the best.
   */
  factsToCompare: 30,
  sureness: 1,
  behindSurest: 4,
  nearnessWeight: 2.7,
  /** For each further fact among few: minimum relevance. */
  followerFloor: 0.07,
  /** The same, as a share of the best fact. */
  followerShare: 0.2,
  /** Minimum relevance of the best turn if the message asks something; below it no passage is returned. */
  passageFloor: 0.18,
  /**
   * The same beside many facts, if the message probably asks for general knowledge: from these odds on, as a logarithm;
   * and if it surely does.
   */
  generalOdds: 0,
  generalFloor: 0.5,
  surelyGeneralOdds: 1,
  surelyGeneralFloor: 0.9,
  /** Minimum relevance of the best turn beside many facts. */
  passageFloorBesideFacts: 0.4,
  /** The same for a turn of the assistant. */
  assistantFloorBesideFacts: 0.55,
  /** The same for a message that asks nothing. */
  unaskedFloor: 0.4,
  /** The same for one that may be small talk. */
  chattyFloor: 0.9,
  /** Logarithm of the odds of small talk from which on no passage is returned. */
  smallTalkOdds: 1,
  /** With a fact of this relevance, or one that exceeds each turn by this much, no passage is needed. */
  answeredFloor: 0.9,
  aheadOfTurns: 0.3,
  /** Minimum relevance of each further turn. */
  turnFloor: 0.02,
  /** The same, as a share of the best turn. */
  turnShare: 0.05,
  /** Maximum share of the searched turns that may be found: among few turns nearly all are near. */
  shareOfTurns: 0.1,
  /** Minimum of that number. */
  fewestTurns: 3,
  /** From this many facts on, facts say most of what was said; with fewer, turns are needed. */
  manyFacts: 20,
  /** Maximum number of turns beside many facts. */
  turnsBesideFacts: 1,
  /** The share beside many facts. */
  turnShareBesideFacts: 0.3,
  /** This many of the surest turns come with all turns around them. */
  wideTurns: 1,
  /** Facts that are considered for the profile: the most important, and the newest. */
  mostImportant: 200,
  newest: 100,
  /** A turn with fewer words needs the one before it. */
  fewWords: 3,
  /** A fact repeats a turn if it has this share of the turn's words, and this many. */
  saidShare: 0.6,
  /** Facts say all of the turn that they were learned from if they have this share of its words. */
  wholeShare: 0.8,
  saidWords: 3,
};
