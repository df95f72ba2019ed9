import data from './talk-phrases.json' with { type: 'json' };

/**
 * What people say about a talk itself, by language: sources of patterns, in which letters may have any case. In scripts
 * with spaces between words each alternative is matched as whole words. `lab/README.md` says how to add a language.
 */
export interface TalkPhrases {
  /** Opens a game, a role, a story, an exercise or a test: what follows is not meant of the speaker. */
  plays: string;
  /** Asks to work on a text, whatever the text is called. */
  works: string;
  /** Asks to work on something: a text, if a word of `texts` is in the same sentence. */
  changes: string;
  /** Announces something: a text of somebody, if a word of `texts` is in the same sentence. */
  announces: string;
  /** Texts that one works on. */
  texts: string;
  /** Ends every frame. */
  ends: string;
  /** Ends work on a text, and not a game. */
  thanks: string;
  /** Asks not to store something. */
  keepOut: string;
  /** In such a request: it is about what will be said, and not only about what is said in this turn. */
  ahead: string;
  /** At the beginning of a sentence, before a statement: asks to remember it. */
  remember: string;
  /** Says that a wish holds from now on. */
  always: string;
  /** Verbs of saying and writing before a colon. */
  wrote: string;
}

export type TalkMatter = keyof TalkPhrases;

/** By their codes (ISO 639-1). */
export const talkPhrases: Readonly<Record<string, TalkPhrases>> = data.phrases;
