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
  /** For each word, where its values start: the logarithm of how common it is in each language. */
  readonly #places = new Map<string, number>();
  readonly #chances: Float32Array;

  constructor(lists: string) {
    const lines = lists
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    this.#codes = lines.map(([code = '']) => code);
    const most = lines.reduce((sum, line) => sum + line.length, 0);
    this.#chances = new Float32Array(most * lines.length).fill(unheard);
    for (const [language, line] of lines.entries()) {
      for (let rank = 1; rank < line.length; rank++) {
        const place = this.#placeOf(line[rank] as string);
        // By Zipf's law: the second word is half as common as the first.
        this.#chances[place + language] = Math.log(0.08 / (rank + 0.5));
      }
    }
    const width = lines.length;
    for (let place = 0; place < this.#places.size * width; place += width) {
      let most = unheard;
      for (let at = place; at < place + width; at++)
        most = Math.max(most, this.#chances[at] as number);
      for (let at = place; at < place + width; at++)
        this.#chances[at] = Math.max(most + behindLikeliest, this.#chances[at] as number);
    }
  }

  #placeOf(each: string): number {
    let place = this.#places.get(each);
    if (place === undefined) {
      place = this.#places.size * this.#codes.length;
      this.#places.set(each, place);
    }
    return place;
  }

  /** Of a normalised text; undefined: English, or unknown. */
  of(text: string, { ascii }: { ascii: boolean }): string | undefined {
    const sums = new Float64Array(this.#codes.length);
    const words = ascii ? asciiWord : word;
    words.lastIndex = 0;
    for (let count = 0; count < enough; count++) {
      const found = words.exec(text);
      if (found === null) break;
      const place = this.#places.get(found[0]);
      if (place === undefined) continue;
      for (let at = 0; at < sums.length; at++)
        sums[at] = (sums[at] as number) + (this.#chances[place + at] as number);
    }
    const best = sums.indexOf(Math.max(...sums));
    return (sums[best] as number) - (sums[0] as number) < lead ? undefined : this.#codes[best];
  }
}
