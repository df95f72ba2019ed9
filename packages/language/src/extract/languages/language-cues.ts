/**
 * What words say of a part of a turn, in one language. Lists with a space between words; `_` stands for a space inside
 * one, `*` for any ending, `$` for the end of the clause. Words in Chinese, Japanese and Korean characters are found
 * anywhere, all others as whole words. `lab/README.md` says how a language is added.
 */
export interface LanguageCues {
  /** The most common words, by which languages of one script are told apart. */
  short?: string;
  /** What a clause may begin with before it asks or tells. */
  opens: string;
  /** What a clause begins with that tells something after a request. */
  tells: string;
  /** What a sentence begins with that leans on the one before it. */
  points: string;
  /** What is said by who tells where he lives, what he does, eats, likes and is called. */
  states: string;
  /** Who speaks, and what is his. */
  first: string;
  /** The people and animals of somebody's life. */
  people: string;
  /** It lasts: a habit, a wish for ever, something that began or ended. */
  lasting: string;
  /** It is so now, and will soon be otherwise. */
  passing: string;
  /** Somebody else is heard. */
  reported: string;
  /** What would be. */
  supposed: string;
  /** Texts that are made up, played, passed on or set as a task. */
  made: string;
  /** It is not meant. */
  irony: string;
  /** What a clause begins with that wants something of who answers. */
  requests: string;
  /** What a question has. */
  asks: string;
  /** What a fact is about: its kinds. */
  health: string;
  answers: string;
  home: string;
  work: string;
  plan: string;
  project: string;
  likes: string;
}
