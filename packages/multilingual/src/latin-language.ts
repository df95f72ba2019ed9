/** So much more likely than English a text must be: by chance a few English words are common elsewhere too. */
const lead = 4;
/** Words that are in no list of a language: as one word in a million, and never a hundredth of the likeliest language. */
const unheard = Math.log(1e-6);
const behindLikeliest = Math.log(0.01);
/** So many words tell. */
const enough = 24;
const word = /\p{Script=Latin}+/gu;
const asciiWord = /[a-z]+/g;

/**
 * Tells languages in Latin letters by their commonest words.
 * `lists`: one language a line, its code and its words, the commonest first; the first line is English.
 */
export class LatinLanguage {
  readonly #codes: string[] = [];
  /** By word, the logarithm of how common it is in each language. */
  readonly #chances = new Map<string, Float32Array>();

  constructor(lists: string) {
    const lines = lists.trim().split('\n');
    for (const [language, line] of lines.entries()) {
      const [code = '', ...words] = line.split(' ');
      this.#codes.push(code);
      for (const [rank, each] of words.entries()) {
        let chances = this.#chances.get(each);
        if (chances === undefined) {
          chances = new Float32Array(lines.length).fill(unheard);
          this.#chances.set(each, chances);
        }
        // By Zipf's law: the second word is half as common as the first.
        chances[language] = Math.log(0.08 / (rank + 1.5));
      }
    }
    for (const chances of this.#chances.values()) {
      const least = Math.max(...chances) + behindLikeliest;
      for (const [at, chance] of chances.entries()) chances[at] = Math.max(chance, least);
    }
  }

  /** Of a normalised text; undefined: English, or nothing tells. */
  of(text: string, { ascii }: { ascii: boolean }): string | undefined {
    const sums = new Float64Array(this.#codes.length);
    const words = ascii ? asciiWord : word;
    words.lastIndex = 0;
    for (let count = 0; count < enough; count++) {
      const found = words.exec(text);
      if (found === null) break;
      const chances = this.#chances.get(found[0]);
      if (chances === undefined) continue;
      for (let at = 0; at < sums.length; at++)
        sums[at] = (sums[at] as number) + (chances[at] as number);
    }
    const best = sums.indexOf(Math.max(...sums));
    return (sums[best] as number) - (sums[0] as number) < lead ? undefined : this.#codes[best];
  }
}
