/** What decides how much is recalled. Measured by tools/recall-report.mjs; docs/recall.md has the figures. */
export const recallLimits = {
  tokenBudget: 1000,
  /** The profile's part of the budget. */
  profileShare: 0.6,
  /** Facts for one message. */
  limit: 5,
  /** Of the best fact: less sure, and none comes. */
  factFloor: 0.25,
  /** Of each fact behind it. */
  followerFloor: 0.15,
  /** Of the best turn: less sure, and no passage comes. */
  passageFloor: 0.25,
  /** Of each turn behind it. */
  turnFloor: 0.01,
  /** Facts that are looked at for the profile: the most important, and the newest. */
  mostImportant: 200,
  newest: 100,
  /** A reply shorter than this, in tokens, says little without what it replies to. */
  shortTurn: 12,
  /** A fact says what a turn says where the turn has so much of its words. */
  saidShare: 0.6,
};
