/** How much more likely than English a text must be, because a few English words are common elsewhere too. */
const lead = 4;
/**
 * Probability of words that are not in a language's list: one in a million, and at least a hundredth of the likeliest
 * language.
 */
const unheard = Math.log(1e-6);
const behindLikeliest = Math.log(0.01);
/** Number of words that are read. */
const enough = 24;
const word = /\p{Script=Latin}+/gu;
const asciiWord = /[a-z]+/g;

/**
 * Recognises languages in Latin letters by their commonest words. `lists`: one language a line, its code and its words,
 * the commonest first; the first line is English.
 */
export class LatinLanguage {
  readonly #codes: string[];
  /** For each language: the place of each word in its list. */
  readonly #ranks: Map<string, number>[];
  /** Of words that were asked for and are in a list: the logarithm of how common each is in each language. */
  readonly #chances = new Map<string, Float32Array>();

  constructor(lists: string) {
    const lines = lists
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    this.#codes = lines.map(([code = '']) => code);
    this.#ranks = lines.map(([, ...words]) => new Map(words.map((word, at) => [word, at + 1])));
  }

  /** Computed when a word is first asked for, because a text has few of the thousands. Undefined: no list has it. */
  #chancesOf(word: string): Float32Array | undefined {
    const known = this.#chances.get(word);
    if (known !== undefined || !this.#ranks.some((ranks) => ranks.has(word))) return known;
    const chances = Float32Array.from(this.#ranks, (ranks) => {
      const rank = ranks.get(word);
      // By Zipf's law: the second word is half as common as the first.
      return rank === undefined ? unheard : Math.log(0.08 / (rank + 0.5));
    });
    const least = Math.max(...chances) + behindLikeliest;
    this.#chances.set(
      word,
      chances.map((chance) => Math.max(least, chance)),
    );
    return this.#chances.get(word);
  }

  /** Of a normalised text; undefined: English, or unknown. */
  of(text: string, { ascii }: { ascii: boolean }): string | undefined {
    const sums = new Float64Array(this.#codes.length);
    const words = ascii ? asciiWord : word;
    words.lastIndex = 0;
    for (let count = 0; count < enough; count++) {
      const found = words.exec(text);
      if (found === null) break;
      const chances = this.#chancesOf(found[0]);
      if (chances === undefined) continue;
      for (let at = 0; at < sums.length; at++)
        sums[at] = (sums[at] as number) + (chances[at] as number);
    }
    const best = sums.indexOf(Math.max(...sums));
    return (sums[best] as number) - (sums[0] as number) < lead ? undefined : this.#codes[best];
  }
}
