import data from './languages.json' with { type: 'json' };

/**
 * Cue words of one language. Lists with a space between words; `_` stands for a space inside one, `*` for any ending,
 * `$` for the end of the clause. Words in Chinese, Japanese and Korean characters match anywhere, all others as whole
 * words. `lab/README.md` says how to add a language.
 */
export interface LanguageCues {
  /** The most common words, which distinguish languages of one script. */
  short?: string;
  /** Words at the beginning of a clause, before it asks or tells. */
  opens: string;
  /** Words at the beginning of a clause that tells something after a request. */
  tells: string;
  /** Words at the beginning of a sentence that depends on the one before it. */
  points: string;
  /** Words for home, work, food, likes and names of the speaker. */
  states: string;
  /** The speaker, and his possessives. */
  first: string;
  /** People and animals in somebody's life. */
  people: string;
  /** Lasting: a habit, a permanent wish, something that began or ended. */
  lasting: string;
  /** True now, and soon different. */
  passing: string;
  /** Somebody else is quoted. */
  reported: string;
  /** Hypothetical. */
  supposed: string;
  /** Fiction, games, forwarded texts or tasks. */
  made: string;
  /** Not meant seriously. */
  irony: string;
  /** The beginning of a clause that asks the listener for something. */
  requests: string;
  /** Question words. */
  asks: string;
  /** Words of each kind of fact. */
  health: string;
  answers: string;
  home: string;
  work: string;
  plan: string;
  project: string;
  likes: string;
}

/** By their codes (ISO 639-1). */
export const languages: Readonly<Record<string, LanguageCues>> = data.languages;
